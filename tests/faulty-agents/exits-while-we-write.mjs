// Defect: exits on the first bytes of a prompt, so that the rest of it breaks the pipe.
import { serve } from './agent-lines.mjs';

serve(() => {});
process.stdin.prependListener('data', (text) => text.includes('session/prompt') && process.exit(4));
