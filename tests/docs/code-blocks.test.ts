import { spawnSync } from 'node:child_process';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMMAND_WORDS } from './check-command.js';
import { readBlocks } from './documentation.js';

const KNOWN = ['json', 'python', 'sh', 'text', 'ts', 'tsx', 'yaml'];

describe('code blocks of the documentation', () => {
  test('language -> is one that has a check', () => {
    const blocks = readBlocks();
    expect(blocks.length).toBeGreaterThan(100);
    expect(blocks.filter(({ language }) => !KNOWN.includes(language))).toEqual([]);
  });

  test('text -> has no commands', () => {
    const command = new RegExp(`^(\\$ |([A-Z_]+=\\S+ )*(${COMMAND_WORDS.join('|')}) )`, 'm');
    expect(readBlocks('text').filter(({ code }) => command.test(code))).toEqual([]);
  });

  test('TypeScript -> parses', () => {
    for (const { page, line, code } of readBlocks('ts', 'tsx')) {
      const problems = syntaxProblems(code);
      const isParsed = problems.length === 0 || syntaxProblems(`({\n${code}\n});`).length === 0;
      expect(isParsed ? [] : problems, `${page}:${line}`).toEqual([]);
    }
  });

  test('JSON -> parses', () => {
    for (const { page, line, code } of readBlocks('json'))
      expect(() => JSON.parse(code) as unknown, `${page}:${line}`).not.toThrow();
  });

  test('YAML -> parses', () => {
    for (const { page, line, code } of readBlocks('yaml'))
      expect(() => parse(code) as unknown, `${page}:${line}`).not.toThrow();
  });

  test('Python -> parses', () => {
    const blocks = readBlocks('python').map(({ code }) => code);
    const parse = 'import ast, json, sys; [ast.parse(code) for code in json.load(sys.stdin)]';
    const { stderr } = spawnSync('python3', ['-c', parse], {
      input: JSON.stringify(blocks),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
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
