export { compared, input, jsonl, report, run, surface } from '../../report/samples.js';
