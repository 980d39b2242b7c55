import { ESLint } from 'eslint';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const eslint = new ESLint({
  cwd: join(import.meta.dirname, '../..'),
  overrideConfig: {
    files: ['**/*.ts', '**/*.tsx'],
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

describe('plainWords', () => {
  test.each<[name: string, code: string, file?: string]>([
    ['a comment', '/** Plans the call anew. */\nconst plan = 1;'],
    ['a comment behind code', 'const plan = 1; // planned anew'],
    ['a sentence in a string', "const text = 'Planned anew';"],
    ['a sentence in a template', 'const text = `Planned ${1} time, then anew`;'],
    ['the text of an element', 'const view = <p>Planned anew</p>;', 'studio/x.tsx'],
    ['Markdown', '# A plan\n\nIt is planned Anew.\n', 'x.md'],
    ['the changelog', 'Planned anew.', 'CHANGELOG.md'],
    ['a migration', '/** Planned anew. */\nconst plan = 1;', 'migrations/0001-first.ts'],
    ['the CI script', '# Planned anew\n', '.ci/run'],
  ])('a word of the list in %s -> refused with the better word', async (_name, code, file) => {
    expect(await lint(code, 'plain-words', file)).toEqual([
      expect.stringMatching(/^Not '[Aa]new', but: again\.$/),
    ]);
  });

  test('words on two lines -> one finding, where they begin', async () => {
    const code = '/**\n * The call is planned once\n * more.\n */\nexport const plan = 1;';
    const [result] = await eslint.lintText(code, { filePath: 'context/x.ts' });
    expect(result!.messages).toEqual([
      expect.objectContaining({ line: 2, column: 24, message: "Not 'once more', but: again." }),
    ]);
  });

  test.each<[name: string, code: string, file?: string]>([
    ['a name', 'const anew = { anew: 1 };'],
    ['a string without a space, which is a name', "const id = 'anew';"],
    ['a part of a longer word', '/** Canew and anewt. */\nconst plan = 1;'],
    ['code in Markdown', 'A field `anew`.\n\n```\nplanned anew\n```\n\n[a page](anew.md)\n', 'x.md'],
    ['a name on the wire, in code', '/** The turn is cancelled. */\nconst plan = 1;'],
    ['the title of a test behind a link', "[1]: tests/x.test.ts 'planned anew'\n", 'x.md'],
  ])('%s -> passes', async (_name, code, file) => {
    expect(await lint(code, 'plain-words', file)).toEqual([]);
  });

  test.each<[name: string, text: string, inProduct: number, inPrompts: number]>([
    ['a word for all code', 'an error of ours', 1, 1],
    ['a word for the product', 'a thread hangs on it', 1, 0],
    ['a word of Markdown', 'the model tells it', 1, 0],
    ['a name on the wire', 'the turn is cancelled', 0, 0],
  ])('%s -> refused where it is listed', async (_name, text, inProduct, inPrompts) => {
    const code = `const text = '${text}';`;
    expect(await lint(code, 'plain-words', 'context/x.ts')).toHaveLength(inProduct);
    expect(await lint(code, 'plain-words', 'tests/context/x.test.ts')).toHaveLength(inPrompts);
    expect(await lint(code, 'plain-words', 'context/summary/x.ts')).toHaveLength(inPrompts);
  });

  test.each([
    ['The page says so.', 'says'],
    ['A turn is cancelled.', 'cancelled'],
    ['It is no error.', 'is no'],
    ['The image of ours.', 'of ours'],
  ])("Markdown '%s' -> refused for '%s'", async (text, word) => {
    expect(await lint(text, 'plain-words', 'x.md')).toEqual([
      expect.stringContaining(`Not '${word}', but: `),
    ]);
  });

  test("'is no longer' and 'canceled' in Markdown -> pass", async () => {
    expect(await lint('It is no longer canceled.', 'plain-words', 'x.md')).toEqual([]);
  });
});

async function lint(code: string, rule: string, filePath = 'context/x.ts'): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath });
  return results.flatMap(({ messages }) =>
    messages.filter(({ ruleId }) => ruleId === `threadline/${rule}`).map(({ message }) => message),
  );
}
