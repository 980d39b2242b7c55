import { ESLint } from 'eslint';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The project's rules; only what needs a file that TypeScript knows is off. */
const eslint = new ESLint({
  cwd: join(import.meta.dirname, '../..'),
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
});

describe('namedThings', () => {
  test.each([
    ['a comment on one line', '/** What the call gave. */\nconst answer = 1;'],
    ['a comment of several lines', '/**\n * What the call gave,\n * in tokens.\n */\nconst answer = 1;'],
    ['a comment within braces', 'const answer = { /** What it cost. */ cost: 1 };'],
  ])('%s that begins with What -> refused', async (_name, code) => {
    expect(await lint(code, 'named-things')).toHaveLength(1);
  });

  test.each([
    ['a named thing', '/** The answer to the call. */\nconst answer = 1;'],
    ['the word further on', '/** Tells what the call gave. */\nconst answer = 1;'],
    ['a longer word', '/** Whatever the call gave. */\nconst answer = 1;'],
    ['a comment that documents nothing', '/* What now? */\nconst answer = 1;'],
  ])('%s -> passes', async (_name, code) => {
    expect(await lint(code, 'named-things')).toEqual([]);
  });
});

describe('functionVerbs', () => {
  test.each([
    ['a function', 'function ownerOf() {}'],
    ['an arrow', 'const ownerOf = () => 1;'],
    ['a function in a constant', 'const ownerOf = function () {};'],
  ])('%s whose name ends in Of -> refused', async (_name, code) => {
    expect(await lint(code, 'function-verbs')).toEqual([expect.stringContaining("'ownerOf'")]);
  });

  test('a migration, which is never edited -> passes', async () => {
    expect(await lint('function ownerOf() {}', 'function-verbs', 'migrations/0001-first.ts')).toEqual([]);
  });

  test.each([
    ['a verb', 'function findOwner() {}'],
    ['a value', 'const indexOf = 1;'],
    ['the word alone', 'const Of = () => 1;'],
  ])('%s -> passes', async (_name, code) => {
    expect(await lint(code, 'function-verbs')).toEqual([]);
  });
});

async function lint(code: string, rule: string, filePath = 'context/x.ts'): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath });
  return results.flatMap(({ messages }) =>
    messages.filter(({ ruleId }) => ruleId === `threadline/${rule}`).map(({ message }) => message),
  );
}
