import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const UNFOLLOWED = /\bimport\.meta\b|\bcreateRequire\b|\brequire(?:\.resolve)?\(|\bimport\((?!['"])/;

const REPLACED = [
  'files/pdf-program.ts',
  'flow/validation/check-program.ts',
  'protocol/load-source.ts',
  'trajectory/render/page-template.ts',
];

describe('the entry points that applications bundle', () => {
  test.each([
    ['threadline', 'index.ts'],
    ['threadline/server', 'packages/gateway/index.ts'],
  ])('%s -> none of its files imports what a bundler cannot follow', async (_name, entry) => {
    const files = await reachedFrom(entry);
    expect(files.length).toBeGreaterThan(100);
    const unfollowed = files.filter((file) => UNFOLLOWED.test(readCode(file)));
    expect(unfollowed.filter((file) => !REPLACED.includes(file))).toEqual([]);
  });

  test('threadline -> reaches no code of Activities or of the worker', async () => {
    const reached = await reachedFrom('index.ts');
    expect(reached.filter((file) => /^(activities|worker)\//.test(file))).toEqual([]);
  });
});

async function reachedFrom(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
}

function readCode(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
}
