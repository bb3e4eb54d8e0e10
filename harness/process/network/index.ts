export { openNetwork, prepareNetwork, type AgentNetwork, type CountedAttempt, type NetworkOptions } from './open-network.js';
