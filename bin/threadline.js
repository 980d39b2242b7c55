#!/usr/bin/env node
// A clone runs its TypeScript sources as they are, whatever lies in its dist/; an installed package has only dist/.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = new URL('../cli/main.ts', import.meta.url);
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api');
  // Its paths lead 'threadline' in a project file to these sources, in whichever folder the project is.
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
  await import(source.href);
} else {
  await import(new URL('../dist/cli/main.js', import.meta.url).href);
}
