const SPACE = /\s/;
const CLOSERS: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’' };
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const LOOK_AHEAD = 64;

interface Read {
  value: string;
  end: number;
}

/** Linear time. `jsonrepair` is slower and drops the backslashes of paths. */
export function readLooseObject(text: string, from: number): Map<string, string> {
  const fields = new Map<string, string>();
  let at = from + 1;
  for (;;) {
    at = skip(text, at, (character) => SPACE.test(character) || character === ',');
    if (at >= text.length || text[at] === '}') return fields;
    const key = readKey(text, at);
    if (!key) return fields;
    at = skip(text, key.end, (character) => SPACE.test(character) || character === ':' || character === '=');
    if (at >= text.length) return fields;
    if (CLOSERS[text.charAt(at)] !== undefined) {
      const field = readText(text, at, false);
      fields.set(key.value.trim().toLowerCase(), field.value);
      at = field.end;
    } else {
      fields.delete(key.value.trim().toLowerCase());
      at = skipValue(text, at);
    }
  }
}

function readKey(text: string, at: number): Read | undefined {
  if (CLOSERS[text.charAt(at)] !== undefined) return readText(text, at, true);
  const end = skip(text, at, (character) => /[\w-]/.test(character));
  return end === at ? undefined : { value: text.slice(at, end), end };
}

function readText(text: string, at: number, isKey: boolean): Read {
  const closer = CLOSERS[text.charAt(at)];
  const pieces: string[] = [];
  let from = at + 1;
  let place = from;
  while (place < text.length) {
    const character = text[place];
    if (character === '\\') {
      pieces.push(text.slice(from, place));
      const escape = readEscape(text, place);
      pieces.push(escape.value);
      place = from = escape.end;
    } else if (character === closer && (isKey || isClosing(text, place + 1))) {
      pieces.push(text.slice(from, place));
      return { value: pieces.join(''), end: place + 1 };
    } else place += 1;
  }
  pieces.push(text.slice(from));
  return { value: withoutFence(pieces.join('')), end: text.length };
}

function readEscape(text: string, at: number): Read {
  const next = text[at + 1];
  if (next === undefined) return { value: '', end: text.length };
  if (next === 'u') {
    const digits = /^[0-9a-f]{0,4}/i.exec(text.slice(at + 2, at + 6))?.[0] ?? '';
    if (digits.length === 4) return { value: String.fromCharCode(parseInt(digits, 16)), end: at + 6 };
    const isCutOff = at + 2 + digits.length === text.length;
    return { value: isCutOff ? '' : '\\u', end: isCutOff ? text.length : at + 2 };
  }
  const known = ESCAPES[next] ?? ('"\'\\/“”'.includes(next) ? next : undefined);
  return known === undefined ? { value: '\\', end: at + 1 } : { value: known, end: at + 2 };
}

/** A quote before words is part of the text. */
function isClosing(text: string, at: number): boolean {
  const next = skipSpace(text, at);
  const character = text[next];
  if (character === undefined || character === '}' || character === '`') return true;
  if (character === ',') {
    const after = text[skipSpace(text, next + 1)];
    return after === undefined || after === '}' || CLOSERS[after] !== undefined;
  }
  // Without a comma, the next key needs its own line.
  const key = /^["'“‘]?(?:summary|title)["'”’]?\s{0,8}:/i;
  return text.slice(at, next).includes('\n') && key.test(text.slice(next, next + 24));
}

function skipValue(text: string, at: number): number {
  let depth = 0;
  for (let place = at; place < text.length; place += 1) {
    const character = text.charAt(place);
    if (character === '"') place = readText(text, place, true).end - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === ',' && depth === 0) return place;
    else if (character === '}' || character === ']') {
      if (depth === 0) return place;
      depth -= 1;
    }
  }
  return text.length;
}

function withoutFence(text: string): string {
  return text.trimEnd().endsWith('```') ? text.trimEnd().slice(0, -3) : text;
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < LOOK_AHEAD && SPACE.test(text.charAt(end))) end += 1;
  return end;
}

function skip(text: string, at: number, isSkipped: (character: string) => boolean): number {
  let end = at;
  while (end < text.length && isSkipped(text.charAt(end))) end += 1;
  return end;
}
