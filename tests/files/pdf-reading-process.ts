import { readFileSync } from 'node:fs';
import { readFile } from '../../files/read-file.js';

/** Reads the PDF at a path. */
await readFile(readFileSync(process.argv[2] ?? ''));
