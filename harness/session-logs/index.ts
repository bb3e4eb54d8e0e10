export { harvestSessionLogs, type DecodedLog, type HarvestedLogs, type HarvestOptions } from './harvest.js';
