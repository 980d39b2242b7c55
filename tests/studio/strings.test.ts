import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { STRINGS } from '../../packages/studio/strings.js';
import GERMAN from '../../packages/studio/strings.de.js';

const FOLDER = 'packages/studio';
const NOT_TRANSLATED = /^[^\p{L}]*$/u;
const SHOWN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'help', 'none', 'header']);

describe('STRINGS', () => {
  test('German -> the same keys as English', () => {
    expect(listKeys(GERMAN).toSorted()).toEqual(listKeys(STRINGS).toSorted());
    expect(listKeys(GERMAN).length).toBeGreaterThan(400);
  });

  test('every view -> no text outside the strings', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `${FOLDER}/${file}`);
    expect(files.length).toBeGreaterThan(80);
    expect(files.flatMap((file) => findTexts(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('every style -> no text', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    );
    const texts = files.flatMap((file) =>
      [...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(/content: '[^']*\p{L}[^']*'/gu)].map(
        ([text]) => `${file}: ${text}`,
      ),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(texts).toEqual([]);
  });

  test('a view with texts -> each of them found', () => {
    const view = `const a = <p title="Two" className="x">One {'–'} <b aria-label={'Three'}>{"Four"}</b>
      <i title={\`\${a} Five\`}>{b ? 'Six' : c}</i></p>;`;
    expect(findTexts('view.tsx', view)).toEqual([
      'view.tsx: Two',
      'view.tsx: One',
      'view.tsx: Three',
      'view.tsx: Four',
      'view.tsx: Five',
      'view.tsx: Six',
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
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) listTexts(node.expression).forEach(note);
    if (ts.isJsxAttribute(node) && SHOWN.has(node.name.getText()) && node.initializer) {
      const given = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      listTexts(given).forEach(note);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function listTexts(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isConditionalExpression(node)) return [...listTexts(node.whenTrue), ...listTexts(node.whenFalse)];
  return [];
}
