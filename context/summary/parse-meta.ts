import { wellFormed } from '../text/well-formed.js';
import { findObjectEnd } from './find-object-end.js';
import { readLooseObject } from './read-loose-object.js';

export interface ParsedMeta {
  summary?: string;
  title?: string;
}

const TITLE_CHARACTERS = 80;
const CLOSING_TAG =
  /[<＜]{1,8}[ \t]{0,4}\/?[ \t]{0,4}(?:END|\/?META|END[ _-]META)(?:[ \t]{1,3}[a-z0-9]{1,24})?[ \t]{0,4}[>＞]{1,8}/i;

export function parseMeta(text: string): ParsedMeta {
  const fields = readStrictly(text) ?? readLoosely(text);
  const summary = dropPlaceholder(wellFormed(fields.get('summary') ?? '').trim());
  const title = dropPlaceholder(toTitle(fields.get('title') ?? ''));
  return { summary: summary || undefined, title: title || undefined };
}

/** The model may copy a placeholder from the request. */
function dropPlaceholder(text: string): string {
  return /^<[^<>\n]{1,60}>$|^(?:…|\.{3})$/.test(text) ? '' : text;
}

/** A JSON text may contain what looks like a closing tag. */
function readStrictly(text: string): Map<string, string> | undefined {
  const from = text.indexOf('{');
  if (from === -1 || !isBeginning(text.slice(0, from))) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(from, findObjectEnd(text, from)));
    if (typeof value !== 'object' || value === null) return undefined;
    const entries = Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Map(entries.map(([key, field]) => [key.toLowerCase(), field]));
  } catch {
    return undefined;
  }
}

function readLoosely(text: string): Map<string, string> {
  const closing = CLOSING_TAG.exec(
    text.replace(/^\s*[<＜]{1,8}[ \t]{0,4}META[ \t]{0,4}[>＞]{1,8}/i, (tag) => ' '.repeat(tag.length)),
  );
  const body = closing === null ? text : text.slice(0, closing.index);
  const from = body.indexOf('{');
  if (from === -1 || !isBeginning(body.slice(0, from))) return new Map();
  return readLooseObject(body, from);
}

function isBeginning(before: string): boolean {
  const rest = before.replace(/META/i, '');
  return !/\[|"|\d|\bnull\b/.test(rest) && !(/END/i.test(rest) && /[<>]/.test(rest));
}

function toTitle(text: string): string {
  const line = wellFormed(text.slice(0, 4_000)).replace(/\s+/g, ' ').trim();
  return [...line].slice(0, TITLE_CHARACTERS).join('').trim();
}
