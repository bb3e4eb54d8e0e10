/** `npm run formats`: writes the page of all formats from their schemas. */
import { writeFile } from 'node:fs/promises';
import { formatsPage } from './page.js';

await writeFile(new URL('../../harness/schema/FORMATS.md', import.meta.url), formatsPage());
