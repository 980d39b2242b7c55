import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
  ...readdirSync('examples').map((name) => `examples/${name}/README.md`),
].filter((path) => path.endsWith('.md'));

interface Block {
  readonly place: string;
  readonly code: string;
}

describe('code blocks of the documentation', () => {
  test('TypeScript -> parses', () => {
    const blocks = readBlocks(['ts', 'tsx']);
    expect(blocks.length).toBeGreaterThan(40);
    for (const { place, code } of blocks) {
      const problems = syntaxProblems(code);
      // Some blocks are fields of an object, such as a flow's nodes.
      const isParsed = problems.length === 0 || syntaxProblems(`({\n${code}\n});`).length === 0;
      expect(isParsed ? [] : problems, place).toEqual([]);
    }
  });

  test('shell -> parses', () => {
    const blocks = readBlocks(['sh']);
    expect(blocks).not.toEqual([]);
    for (const { place, code } of blocks)
      expect(spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' }).stderr, place).toBe('');
  });

  test('JSON -> parses', () => {
    const blocks = readBlocks(['json']);
    expect(blocks).not.toEqual([]);
    for (const { place, code } of blocks) expect(() => JSON.parse(code) as unknown, place).not.toThrow();
  });
});

function syntaxProblems(code: string): unknown[] {
  const { diagnostics = [] } = ts.transpileModule(code, {
    fileName: 'block.tsx',
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.Preserve,
    },
  });
  return diagnostics.map(({ messageText }) => messageText);
}

function readBlocks(languages: readonly string[]): Block[] {
  return PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)]
      .filter(([, language = '']) => languages.includes(language))
      .map(([, , code = ''], index) => ({ place: `${page}, block ${index + 1}`, code })),
  );
}
