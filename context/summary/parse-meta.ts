import { wellFormed } from '../well-formed.js';
import { readLooseObject } from './read-loose-object.js';

/** What a model appended to its answer; neither key when there was nothing usable. */
export interface ParsedMeta {
  summary?: string;
  title?: string;
}

const TITLE_CHARACTERS = 80;
/** Ends the body, however it was written; what stands behind is nobody's. */
const CLOSING_TAG = /[<＜]{1,8}[ \t]{0,4}\/?[ \t]{0,4}(?:END|\/?META|END[ _-]META)[ \t]{0,4}[>＞]{1,8}/i;

/**
 * Reads what stands behind the sentinel: a JSON object, whole or cut off, in a code fence or bare, with closing
 * tags or without. Values that are no text, or blank, are left out; anything else than an object gives nothing.
 * A title is one line of at most 80 characters. Never throws; linear time; well-formed output.
 */
export function parseMeta(text: string): ParsedMeta {
  const fields = strictFields(text) ?? looseFields(text);
  const summary = filled(wellFormed(fields.get('summary') ?? '').trim());
  const title = filled(toTitle(fields.get('title') ?? ''));
  return { ...(summary === '' ? {} : { summary }), ...(title === '' ? {} : { title }) };
}

/** A model that gives the form back has filled nothing in. */
function filled(text: string): string {
  return /^<[^<>\n]{1,60}>$|^(?:…|\.{3})$/.test(text) ? '' : text;
}

/** Of a whole object: a text in it may then hold what looks like a closing tag. */
function strictFields(text: string): Map<string, string> | undefined {
  const from = text.indexOf('{');
  if (from === -1 || !isBeginning(text.slice(0, from))) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(from, endOfObject(text, from)));
    if (typeof value !== 'object' || value === null) return undefined;
    const entries = Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Map(entries.map(([key, field]) => [key.toLowerCase(), field]));
  } catch {
    return undefined;
  }
}

function looseFields(text: string): Map<string, string> {
  const closing = CLOSING_TAG.exec(
    text.replace(/^\s*[<＜]{1,8}[ \t]{0,4}META[ \t]{0,4}[>＞]{1,8}/i, (tag) => ' '.repeat(tag.length)),
  );
  const body = closing === null ? text : text.slice(0, closing.index);
  const from = body.indexOf('{');
  if (from === -1 || !isBeginning(body.slice(0, from))) return new Map();
  return readLooseObject(body, from);
}

/** What may stand before the object: a tag, a fence, a word; nothing that begins another value. */
function isBeginning(before: string): boolean {
  const rest = before.replace(/META/i, '');
  return !/\[|"|\d|\bnull\b/.test(rest) && !(/END/i.test(rest) && /[<>]/.test(rest));
}

/** The place behind the object's last brace, as strict JSON would have it; the text's end when it has none. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && character === '{') depth += 1;
    else if (!isInString && character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function toTitle(text: string): string {
  const line = wellFormed(text.slice(0, 4_000)).replace(/\s+/g, ' ').trim();
  return [...line].slice(0, TITLE_CHARACTERS).join('').trim();
}
