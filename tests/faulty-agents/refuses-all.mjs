// No defect: refuses whatever comes behind the setup.
import { serve, write } from './agent-lines.mjs';

const refuse = ({ id, method }) => write({ id, error: { code: -32602, message: `no such ${method}`, data: { why: 'because' } } });
serve(refuse, refuse);
