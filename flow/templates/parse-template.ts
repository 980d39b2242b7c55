import { parse, tokenize } from '@huggingface/jinja';
import { unsupportedPart } from './unsupported-part.js';
import { splitTemplate } from './split-template.js';
import type { Expression, Statement } from './syntax.js';

const MAX_TEMPLATE_CHARACTERS = 200_000;
/** Rejected, because the tokenizer takes quadratic time for long runs of spaces. */
const TOO_MUCH_SPACE = /\s{201}/;

/** An output keeps its source, which may replace an undefined result. */
export type Piece =
  { kind: 'text'; source: string } | { kind: 'output'; source: string; expression: Expression };

export interface ParsedTemplate {
  pieces: readonly Piece[];
  statements: readonly Statement[];
}

export function parseTemplate(template: string): ParsedTemplate | { problem: string } {
  if (template.length > MAX_TEMPLATE_CHARACTERS)
    return {
      problem: `Template has ${template.length} characters; it may have ${MAX_TEMPLATE_CHARACTERS}`,
    };
  const split = splitTemplate(template);
  if ('problem' in split) return split;
  const pieces: Piece[] = [];
  const tokens: ReturnType<typeof tokenize> = [];
  for (const { kind, source } of split.parts) {
    if (kind === 'comment') continue;
    const read = kind === 'text' ? { kind, source } : readTag(kind, source);
    if ('problem' in read) return read;
    if (read.kind === 'statement') tokens.push(...read.tokens);
    // An output becomes an index of `pieces`, which keeps its source.
    else tokens.push({ type: 'Text', value: String(pieces.push(read) - 1) });
  }
  return parseStatements(tokens, pieces);
}

type Tag = { kind: 'statement'; tokens: ReturnType<typeof tokenize> } | Extract<Piece, { kind: 'output' }>;

function readTag(kind: 'output' | 'statement', source: string): Tag | { problem: string } {
  if (TOO_MUCH_SPACE.test(source))
    return { problem: `Template tag '${shown(source)}' has more than 200 spaces in a row; take them out` };
  try {
    const tokens = tokenize(withBrackets(source));
    if (kind === 'statement') return { kind, tokens };
    // `unsupportedPart` rejects the rest of the parser's general types.
    const [expression] = parse(tokens).body as unknown as Expression[];
    const part = expression ? unsupportedPart(expression) : 'an empty tag';
    if (!expression || part !== undefined)
      return { problem: `Template tag '${shown(source)}' has ${part}, which is not supported` };
    return { kind, source, expression };
  } catch (error) {
    return { problem: `Template tag '${shown(source)}' cannot be read: ${reason(error)}` };
  }
}

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs;
const UNICODE_MEMBER = /\.(?=[\p{L}\p{N}_]*[^\p{ASCII}])([\p{L}_][\p{L}\p{N}\p{M}_]*)/gu;

/** `a.größe` becomes `a['größe']`, because the tokenizer accepts only ASCII names. Quoted texts stay. */
function withBrackets(source: string): string {
  if (!/[^\p{ASCII}]/u.test(source)) return source;
  const quoted = source.match(QUOTED) ?? [];
  return source
    .split(QUOTED)
    .map((part, index) => part.replace(UNICODE_MEMBER, "['$1']") + (quoted[index] ?? ''))
    .join('');
}

function parseStatements(
  tokens: ReturnType<typeof tokenize>,
  pieces: readonly Piece[],
): ParsedTemplate | { problem: string } {
  try {
    const statements = parse(tokens).body as unknown as Statement[];
    const part = unsupportedPart(statements);
    return part === undefined
      ? { pieces, statements }
      : { problem: `Template has ${part}, which is not supported` };
  } catch (error) {
    return {
      problem: `Template's statements cannot be read; check that each '{% if %}' and '{% for %}' has its end: ${reason(error)}`,
    };
  }
}

/** Replaces parser messages that mean nothing to a user. */
function reason(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (!(error instanceof Error) || error instanceof TypeError) return 'it ends too early';
  return error.message.slice(0, 200);
}

function shown(source: string): string {
  return source.slice(0, 100).toWellFormed();
}
