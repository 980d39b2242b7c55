import { readFileSync } from 'node:fs';
import { readFile } from '../../files/read-file.js';

await readFile(readFileSync(process.argv[2] ?? ''));
