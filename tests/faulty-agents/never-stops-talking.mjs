// Defect: is never silent and never done.
import { serve, update } from './agent-lines.mjs';

serve(() => setInterval(() => update('and another thing'), 5));
