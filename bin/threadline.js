#!/usr/bin/env node
// A clone always runs its sources; an installed package has only dist/.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// As in `engines` of package.json. Older versions fail later, without naming cause or fix.
const [major, minor] = process.versions.node.split('.').map(Number);
if (!(major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19))) {
  process.stderr.write(
    `Node.js ${process.versions.node} is not supported: install Node.js 20.19+, 22.13+ or 24+\n`,
  );
  process.exit(1);
}

const source = new URL('../cli/main.ts', import.meta.url);
if (existsSync(source)) {
  // Compiling takes seconds before dev can print.
  if (process.argv[2] === 'dev') process.stderr.write('Loading Threadline\n');
  const { register } = await import('tsx/esm/api');
  // Resolves 'threadline' to these sources in any project folder.
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
  await import(source.href);
} else {
  await import(new URL('../dist/cli/main.js', import.meta.url).href);
}
