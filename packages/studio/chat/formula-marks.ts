const CODE = /(^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\2|$(?![^]))|`[^`\n]+`)/m;
/** Prices and shell variables have single dollar signs, too: `$5 and $6`, `$HOME:$PATH`. */
const SINGLE = /(?<![\w\\$])\$(?![\s\d$])([^$\n]*[^\s\\$])\$(?![\w$])/g;
const MARKS = new RegExp(`\\$\\$|\\\\\\(|\\\\\\[|${SINGLE.source}`);

export function hasFormula(text: string): boolean {
  return MARKS.test(text) && outsideCode(text).some((part) => MARKS.test(part));
}

export function withDollars(text: string): string {
  const parts = split(text);
  return parts.map((part, at) => (at % 3 === 0 ? toDollars(part) : at % 3 === 1 ? part : '')).join('');
}

function toDollars(text: string): string {
  return text
    .replace(SINGLE, (_, formula: string) => `$$${formula}$$`)
    .replace(/\\\(([^]+?)\\\)/g, (_, formula: string) => `$$${formula.trim()}$$`)
    .replace(/\\\[([^]+?)\\\]/g, (_, formula: string) => `\n$$\n${formula.trim()}\n$$\n`);
}

function outsideCode(text: string): string[] {
  return split(text).filter((_, at) => at % 3 === 0);
}

/** The parts alternate between text, code, the code's fence, and text again. */
function split(text: string): string[] {
  return text.split(new RegExp(CODE, 'gm')).map((part: string | undefined) => part ?? '');
}
