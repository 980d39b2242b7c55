import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = { name: 'orders', version: '1.0.0', private: true, type: 'commonjs' };
const COMPILER_OPTIONS = { target: 'es2023', strict: true, exactOptionalPropertyTypes: true, noEmit: true };

const TEMPLATE = join(import.meta.dirname, '../../template');
const TEST_SETUP = ['vitest.config.ts', 'tests/start-servers.ts'];

export function writeProject(folder: string): string {
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true });
  for (const name of TEST_SETUP) cpSync(join(TEMPLATE, name), join(folder, name));
  writeJson(join(folder, 'package.json'), MANIFEST);
  writeJson(join(folder, 'bundles/next/package.json'), { private: true });
  writeJson(join(folder, 'tsconfig.json'), {
    compilerOptions: { ...COMPILER_OPTIONS, module: 'nodenext', moduleResolution: 'nodenext' },
  });
  writeJson(join(folder, 'tsconfig.bundler.json'), {
    compilerOptions: { ...COMPILER_OPTIONS, module: 'esnext', moduleResolution: 'bundler' },
  });
  return folder;
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, JSON.stringify(value, null, 2));
}
