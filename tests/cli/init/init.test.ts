import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Output } from '../../../cli/format/output.js';
import { createStyle } from '../../../cli/format/style.js';
import { runInit } from '../../../cli/init/init.js';

interface Result {
  files: { path: string; outcome: string }[];
  next: { command: string }[];
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline init '));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('runInit', () => {
  test('empty folder -> every file is written, with its dots', () => {
    const { code, result, notes } = init();
    expect({ code, notes }).toEqual({ code: 0, notes: [] });
    expect(outcomes(result)).toEqual(['written']);
    const paths = result.files.map(({ path }) => path);
    expect(listFiles()).toEqual([...paths].sort());
    expect(paths).toEqual(
      expect.arrayContaining(['.github/workflows/ci.yml', '.gitignore', 'Dockerfile', 'compose.yaml']),
    );
  });

  test('the same folder again -> nothing changes, and it succeeds', () => {
    init();
    const before = listFiles().map(read);
    const { code, result } = init();
    expect(code).toBe(0);
    expect(outcomes(result)).toEqual(['unchanged']);
    expect(listFiles().map(read)).toEqual(before);
  });

  test('files with other content -> are kept and listed, the others are written, exit code 1', () => {
    mkdirSync(join(folder, 'tests'));
    write('tsconfig.json', '{}');
    write('tests/assistant.test.ts', 'mine');
    const { code, result, notes } = init();
    expect(code).toBe(1);
    expect(result.files.filter(({ outcome }) => outcome === 'kept').map(({ path }) => path)).toEqual([
      'tests/assistant.test.ts',
      'tsconfig.json',
    ]);
    expect(notes.join()).toContain('tests/assistant.test.ts, tsconfig.json');
    expect([read('tsconfig.json'), read('tests/assistant.test.ts')]).toEqual(['{}', 'mine']);
    expect(listFiles()).toHaveLength(result.files.length);
  });

  test('package.json with other scripts and packages -> only what is missing is added', () => {
    const before = {
      name: 'mine',
      scripts: { test: 'node --test', build: 'tsc' },
      dependencies: { threadline: 'file:../threadline.tgz' },
      devDependencies: { zod: '^4.0.0' },
      type: 'commonjs',
    };
    write('package.json', JSON.stringify(before, null, '\t'));
    const { code, result } = init();
    expect(code).toBe(0);
    expect(result.files[0]).toEqual({ path: 'package.json', outcome: 'completed' });
    const after = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    expect(after).toMatchObject(before);
    expect(Object.keys(after.scripts ?? {})).toEqual(['test', 'build', 'dev', 'check']);
    expect(Object.keys(after.dependencies ?? {})).toEqual(['threadline']);
    expect(Object.keys(after.devDependencies ?? {})).toContain('vitest');
    expect(read('package.json')).toContain('\n\t"name"');
  });

  test.each(['{ "name": ', '[]', '{ "scripts": "all" }'])(
    'package.json with %s -> an error before anything is written',
    (text) => {
      write('package.json', text);
      expect(() => init()).toThrow(/package\.json/);
      expect(listFiles()).toEqual(['package.json']);
      expect(read('package.json')).toBe(text);
    },
  );

  test.each([
    ['4 spaces', '    ', '\n', '\n'],
    ['tabs and no last line end', '\t', '\n', ''],
    ['line ends of Windows', '  ', '\r\n', '\r\n'],
  ])('package.json with %s -> keeps its format', (_name, indent, lineEnd, end) => {
    const format = (manifest: unknown): string =>
      JSON.stringify(manifest, null, indent).replaceAll('\n', lineEnd) + end;
    write('package.json', format({ name: 'own', scripts: { build: 'tsc' } }));
    init();
    const after = read('package.json');
    expect(after).toBe(format(JSON.parse(after)));
  });

  test("npm's placeholder for tests -> is replaced in its place", () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1', build: 'tsc' };
    write('package.json', JSON.stringify({ name: 'own', scripts }, null, 2));
    init();
    const after = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.entries(after.scripts).slice(0, 2)).toEqual([
      ['test', 'vitest run'],
      ['build', 'tsc'],
    ]);
  });

  test('every package in package.json -> has a version', () => {
    init();
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
    const versions = Object.values({ ...dependencies, ...devDependencies });
    expect(versions).toHaveLength(6);
    for (const version of versions) expect(version).toMatch(/^\^?\d/);
  });

  test('a folder that does not exist -> is created, and the first step changes into it', () => {
    const { code, result } = init(join(folder, 'new'));
    expect(code).toBe(0);
    expect(result.next[0]?.command).toBe(`cd "${join(folder, 'new')}"`);
    expect(listFiles()).toContain('new/threadline.config.ts');
  });
});

function init(path = folder): { code: number; result: Result; notes: string[] } {
  const notes: string[] = [];
  let result: Result | undefined;
  const output: Output = {
    isJson: true,
    style: createStyle(false),
    noteStyle: createStyle(false),
    result: (value) => {
      result = value as Result;
    },
    note: (text) => notes.push(text),
  };
  const code = runInit(path, output);
  return { code, result: result!, notes };
}

function outcomes({ files }: Result): string[] {
  return [...new Set(files.map(({ outcome }) => outcome))];
}

function listFiles(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function read(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}
