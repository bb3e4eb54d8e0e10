export { openNetwork, type AgentNetwork, type CountedAttempt, type NetworkOptions } from './open-network.js';
