import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FOLDER = fileURLToPath(new URL('./examples/', import.meta.url));

/** The bodies of all `example('Name.option', () => { … })`. */
export function readExamples(): Map<string, string> {
  const examples = new Map<string, string>();
  for (const name of readdirSync(FOLDER).sort()) {
    const file = `${FOLDER}${name}`;
    const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest, true);
    source.forEachChild((node) => {
      const found = readExample(node);
      if (!found) return;
      if (examples.has(found.key)) throw new Error(`${file}: there are two examples of '${found.key}'`);
      examples.set(found.key, found.code);
    });
  }
  return examples;
}

function readExample(node: ts.Node): { key: string; code: string } | undefined {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined;
  const [key, body] = node.expression.arguments;
  if (node.expression.expression.getText() !== 'example' || !key || !body) return undefined;
  if (!ts.isStringLiteral(key) || !ts.isArrowFunction(body) || !ts.isBlock(body.body)) return undefined;
  const lines = body.body.getText().split('\n').slice(1, -1);
  return { key: key.text, code: lines.map((line) => line.replace(/^ {2}/, '')).join('\n') };
}
