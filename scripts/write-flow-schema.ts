import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { flowJsonSchema } from '../flow/flow-json-schema.js';

const FILE = fileURLToPath(new URL('../docs/flow.schema.json', import.meta.url));

const options = await resolveConfig(FILE);
await writeFile(FILE, await format(JSON.stringify(flowJsonSchema()), { ...options, parser: 'json' }));
