export interface Part {
  kind: 'text' | 'output' | 'statement' | 'comment';
  source: string;
}

const KINDS = {
  '{{': { kind: 'output', closing: '}}' },
  '{%': { kind: 'statement', closing: '%}' },
  '{#': { kind: 'comment', closing: '#}' },
} as const;

export function splitTemplate(template: string): { parts: Part[] } | { problem: string } {
  const parts: Part[] = [];
  let at = 0;
  while (at < template.length) {
    const start = findOpening(template, at);
    if (start > at) parts.push({ kind: 'text', source: template.slice(at, start) });
    if (start === template.length) break;
    const { kind, closing } = kindAt(template, start);
    const end = kind === 'comment' ? template.indexOf(closing, start + 2) : findClosing(template, start);
    if (end === -1)
      return {
        problem: `Template tag '${template.slice(start, start + 40)}' is not closed; end it with '${closing}'`,
      };
    at = end + 2;
    parts.push({ kind, source: template.slice(start, at) });
  }
  return {
    parts: parts.map((part, index) => trimmed(part, { before: parts[index - 1], after: parts[index + 1] })),
  };
}

function findOpening(template: string, from: number): number {
  for (let at = template.indexOf('{', from); at !== -1; at = template.indexOf('{', at + 1))
    if (Object.hasOwn(KINDS, template.slice(at, at + 2))) return at;
  return template.length;
}

function kindAt(template: string, at: number): (typeof KINDS)[keyof typeof KINDS] {
  if (template[at + 1] === '{') return KINDS['{{'];
  return template[at + 1] === '%' ? KINDS['{%'] : KINDS['{#'];
}

function findClosing(template: string, start: number): number {
  const { kind, closing } = kindAt(template, start);
  let depth = 0;
  for (let at = start + 2; at < template.length; at += 1) {
    const character = template[at];
    if (depth === 0 && template.startsWith(closing, at)) return at;
    if (character === '"' || character === "'") at = endOfQuote(template, at);
    else if (kind === 'output' && character === '{') depth += 1;
    else if (kind === 'output' && character === '}') depth = Math.max(0, depth - 1);
  }
  return -1;
}

function endOfQuote(template: string, start: number): number {
  for (let at = start + 1; at < template.length; at += 1) {
    if (template[at] === template[start]) return at;
    if (template[at] === '\\') at += 1;
  }
  return template.length;
}

function trimmed(part: Part, { before, after }: { before?: Part; after?: Part }): Part {
  if (part.kind !== 'text') return part;
  let { source } = part;
  if (before && before.source.at(-3) === '-') source = source.trimStart();
  if (after?.source[2] === '-') source = source.trimEnd();
  return { kind: 'text', source };
}
