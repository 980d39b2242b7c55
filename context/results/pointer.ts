import { fitLength } from './fit-length.js';
import { READER_TOOLS, type ReaderTool } from './reader-tools.js';
import { behindCharacter, wholeCharacter } from './whole-character.js';

const MIN_USEFUL_CHARACTERS = 40;

const DEFAULT_HEAD_SHARE = 2 / 3;

interface PreviewInput {
  maxCharacters: number;
  maxTokens: number;
  countText: (text: string) => number;
  headShare?: number | undefined;
}

const MAX_NAMED_PICTURES = 8;
const CHARACTERS_PER_TOKEN = 2;
const MAX_CHARACTERS_PER_TOKEN = 8;
const PICTURES_SHARE = 0.5;

/**
 * `readable`: reader tools are available. `stored`: they are missing. `lost`: storing failed. `cut`: never
 * stored.
 */
export type ResultAccess = 'readable' | 'stored' | 'lost' | 'cut';

export interface PointerInput {
  name?: string;
  tokens: number;
  limit: number;
  text?: string;
  pictures?: readonly string[];
  access: ResultAccess;
  readers?: readonly ReaderTool[];
  /** For an error, the beginning is shown, which usually names the cause. */
  isError: boolean;
  countText: (text: string) => number;
}

export function pointerText(input: PointerInput): string {
  const { limit, text = '', isError, access, countText } = input;
  const charactersPerToken = access === 'readable' ? CHARACTERS_PER_TOKEN : MAX_CHARACTERS_PER_TOKEN;
  const facts = describeResult(input);
  const between = isError ? '\n' : '\n\n';
  const join = (shown: string): string => (isError ? shown + between + facts : facts + between + shown);
  const shown = preview(text, {
    maxCharacters: charactersPerToken * limit - facts.length - between.length,
    maxTokens: limit,
    countText: (part) => countText(join(part)),
    headShare: isError ? 1 : undefined,
  });
  return shown === '' ? facts : join(shown);
}

/** About 50 tokens, always the same for a result. */
export function shortPointer(input: {
  name: string;
  tokens: number;
  tool: string;
  readers: readonly ReaderTool[];
  pictures?: readonly string[];
}): string {
  const { name, tokens, tool, readers, pictures = [] } = input;
  const shown = `The result of ${tool} was shown here earlier: ${tokens} tokens`;
  if (readers.length === 0) return `[${shown}]`;
  const [first, ...others] = pictures;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const canShow = first !== undefined && readers.includes('read_artifact');
  const seen = canShow ? `; read_artifact shows its pictures, artifact:${first}${more}` : '';
  return `[${shown}, stored as artifact:${name}; ${listReaders(readers)} shows it again${seen}]`;
}

function describeResult(input: PointerInput): string {
  const { tokens, limit, access, countText } = input;
  const size = `Too large: ${tokens} of ${limit} tokens`;
  if (access === 'lost')
    return `${size}; the rest was not stored: narrow the query (a filter, a smaller range, fewer fields).`;
  if (access === 'cut') return `${size}; the rest does not fit this request.`;
  if (access === 'stored') return `${size}; the rest is stored, but no tool of this call reads it.`;
  const fits = (text: string): boolean => countText(text) <= limit;
  const full = `${size}; ${describeReaders(input)}${describePictures(input)}.`;
  if (fits(full)) return full;
  const name = input.name ?? input.pictures?.[0];
  const short = `${size}; stored as artifact:${name}.`;
  return name !== undefined && fits(short) ? short : `${size}.`;
}

function describeReaders({ name, readers = READER_TOOLS }: PointerInput): string {
  if (name === undefined) return 'it has no text';
  return `stored as artifact:${name}; read it with ${listReaders(readers)}`;
}

function listReaders(readers: readonly ReaderTool[]): string {
  return [readers.slice(0, -1).join(', '), ...readers.slice(-1)].filter((part) => part !== '').join(' or ');
}

function describePictures({ pictures = [], limit, countText }: PointerInput): string {
  if (pictures.length === 0) return '';
  const named = fitLength({
    most: Math.min(pictures.length, MAX_NAMED_PICTURES),
    room: Math.floor(limit * PICTURES_SHARE),
    count: (length) => countText(sentence(length)),
  });
  return sentence(named);

  function sentence(count: number): string {
    const names = pictures.slice(0, count).map((name) => `artifact:${name}`);
    const more = pictures.length - count;
    if (count === 0) return `; its ${more} pictures are stored beside it`;
    return `; its pictures, stored: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
}

export function preview(text: string, input: PreviewInput): string {
  const { maxTokens, countText, headShare = DEFAULT_HEAD_SHARE } = input;
  const maxCharacters = Math.floor(input.maxCharacters);
  if (!(maxCharacters > 0 && maxTokens > 0)) return '';
  if (text.length <= maxCharacters && countText(text) <= maxTokens) return text;
  const room = maxCharacters - marker(text.length).length;
  const most = Math.min(text.length - 1, room);
  if (most < MIN_USEFUL_CHARACTERS) return '';
  const kept = fitLength({ most, room: maxTokens, count: (length) => countText(cut(length)) });
  return kept < MIN_USEFUL_CHARACTERS ? '' : cut(kept);

  function cut(length: number): string {
    const head = wholeCharacter(text, Math.ceil(length * headShare));
    const tail = behindCharacter(text, text.length - Math.floor(length * (1 - headShare)));
    return text.slice(0, head) + marker(tail - head) + text.slice(tail);
  }
}

function marker(characters: number): string {
  return `\n[… ${characters} characters left out …]\n`;
}
