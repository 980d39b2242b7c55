const TOKEN = /\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+|[-+*/%^()])/y;
const MAX_DEPTH = 100;

/** `^` is right-associative. Throws with the invalid part, or if the result is not finite. */
export function evaluateArithmetic(expression: string): number {
  const tokens = tokenize(expression);
  let next = 0;
  const value = sum(0);
  if (next < tokens.length) throw new Error(`Unexpected '${tokens[next]}' in '${expression}'`);
  if (!Number.isFinite(value)) throw new Error(`'${expression}' has no finite result`);
  return value;

  function sum(depth: number): number {
    let left = product(depth);
    while (tokens[next] === '+' || tokens[next] === '-')
      left = tokens[next++] === '+' ? left + product(depth) : left - product(depth);
    return left;
  }
  function product(depth: number): number {
    let left = signed(depth);
    for (;;) {
      const operator = tokens[next];
      if (operator !== '*' && operator !== '/' && operator !== '%') return left;
      next += 1;
      const right = signed(depth);
      left = operator === '*' ? left * right : operator === '/' ? left / right : left % right;
    }
  }
  function signed(depth: number): number {
    if (depth > MAX_DEPTH)
      throw new Error(`'${expression.slice(0, 40)}…' is nested deeper than ${MAX_DEPTH}`);
    if (tokens[next] !== '-' && tokens[next] !== '+') return power(depth);
    return tokens[next++] === '-' ? -signed(depth + 1) : signed(depth + 1);
  }
  function power(depth: number): number {
    const base = atom(depth);
    if (tokens[next] !== '^') return base;
    next += 1;
    return base ** signed(depth + 1);
  }
  function atom(depth: number): number {
    const token = tokens[next++];
    if (token === undefined) throw new Error(`'${expression}' ends too early`);
    if (token === '(') {
      const value = sum(depth + 1);
      if (tokens[next++] !== ')') throw new Error(`A ')' is missing in '${expression}'`);
      return value;
    }
    const value = Number(token);
    if (Number.isNaN(value)) throw new Error(`Unexpected '${token}' in '${expression}'`);
    return value;
  }
}

function tokenize(expression: string): string[] {
  const tokens: string[] = [];
  const text = expression.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined)
      throw new Error(`Cannot read '${text.slice(at).trim().slice(0, 20)}' in '${expression}'`);
    tokens.push(token);
  }
  return tokens;
}
