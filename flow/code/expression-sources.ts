/** In parentheses, `{ a: 1 }` is an object, not a block. */
export function expressionSources(expression: string): readonly string[] {
  const alone = `(${withoutSemicolons(expression)}\n)`;
  return /\breturn\b/.test(expression) ? [alone, `(function () {${expression}\n})()`] : [alone];
}

function withoutSemicolons(expression: string): string {
  let text = expression.trimEnd();
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd();
  return text;
}
