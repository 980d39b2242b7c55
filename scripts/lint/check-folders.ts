import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findMutualFolders, listImports } from './mutual-folders.js';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'])
  .toString()
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('tests/') && existsSync(file));
const found = findMutualFolders(
  files.flatMap((file) => listImports(file, readFileSync(file, 'utf8')).map((to) => ({ from: file, to }))),
);
for (const { pair, imports } of found) console.error(`${pair} import each other:\n  ${imports.join('\n  ')}`);
process.exitCode = found.length > 0 ? 1 : 0;
