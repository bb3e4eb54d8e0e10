// Defect: takes a prompt, says one word, and never answers, not even after a cancel.
import { serve, update } from './agent-lines.mjs';

serve(() => update('hm'));
