/**
 * The sources to try for an expression: itself in parentheses, so that `{ a: 1 }` is an object. With a `return` in it,
 * it may be the statements of a function instead, which is tried second.
 */
export function expressionSources(expression: string): readonly string[] {
  const alone = `(${withoutSemicolons(expression)}\n)`;
  return /\breturn\b/.test(expression) ? [alone, `(function () {${expression}\n})()`] : [alone];
}

function withoutSemicolons(expression: string): string {
  let text = expression.trimEnd();
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd();
  return text;
}
