import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { STRINGS } from '../../packages/studio/strings.js';
import GERMAN from '../../packages/studio/strings.de.js';

const FOLDER = 'packages/studio';
/** Names, and signs that every language has. */
const NOT_TRANSLATED = /^[^\p{L}]*$/u;
const SHOWN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'help', 'none', 'header']);

describe('STRINGS', () => {
  test('German -> the same keys as English', () => {
    expect(listKeys(GERMAN).toSorted()).toEqual(listKeys(STRINGS).toSorted());
    expect(listKeys(GERMAN).length).toBeGreaterThan(400);
  });

  test('every view -> no text outside the strings', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      // Also written into a file that stands alone, in English.
      .filter((file) => file.endsWith('.tsx') && !file.startsWith('trajectory/'))
      .map((file) => `${FOLDER}/${file}`);
    expect(files.length).toBeGreaterThan(80);
    expect(files.flatMap((file) => findTexts(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('a view with texts -> each of them found', () => {
    const view = `const a = <p title="Two" className="x">One {'–'} <b aria-label={'Three'}>{"Four"}</b></p>;`;
    expect(findTexts('view.tsx', view)).toEqual([
      'view.tsx: Two',
      'view.tsx: One',
      'view.tsx: Three',
      'view.tsx: Four',
    ]);
  });
});

function listKeys(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    typeof one === 'object' && one !== null
      ? listKeys(one, `${path}${key}.`)
      : [`${path}${key}: ${typeof one}${typeof one === 'function' ? ` of ${one.length}` : ''}`],
  );
}

function findTexts(file: string, content: string): string[] {
  const found: string[] = [];
  const note = (text: string): void => {
    if (!NOT_TRANSLATED.test(text)) found.push(`${file}: ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node.text);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && isText(node.expression))
      note(node.expression.text);
    if (ts.isJsxAttribute(node) && SHOWN.has(node.name.getText()) && node.initializer) {
      const given = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      if (isText(given)) note(given.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function isText(node: ts.Node | undefined): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral {
  return node !== undefined && ts.isStringLiteralLike(node);
}
