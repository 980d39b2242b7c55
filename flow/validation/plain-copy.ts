import { FLOW_LIMITS } from '../schema/flow-limits.js';
import type { Path } from './path.js';
import { cut } from '../values/shown.js';

export interface PlainCopy {
  value: unknown;
  values: number;
  characters: number;
  problems: readonly { path: Path; message: string }[];
}

const MAX_LEVELS = 64;
const MAX_VALUES = 200_000;
/** Exceeds any real flow. */
const MAX_CHARACTERS = 2_000_000;
const REMEDY = 'a definition is plain JSON';

/**
 * Returns a copy, which bounds later checks and hides changes from them. Undefined if too large or
 * unreadable.
 */
export function plainCopy(given: unknown): PlainCopy | undefined {
  const copier: Copier = { values: 0, characters: 0, above: new Set(), problems: [] };
  try {
    const value = copy(copier, given, []);
    const { values, characters, problems } = copier;
    return { value, values, characters, problems };
  } catch {
    // The definition is too large, or a getter or proxy throws.
    return undefined;
  }
}

interface Copier {
  values: number;
  characters: number;
  above: Set<object>;
  problems: { path: Path; message: string }[];
}

function copy(copier: Copier, value: unknown, path: Path): unknown {
  if (++copier.values > MAX_VALUES) throw new Error('Too many values');
  if (typeof value === 'string') return copyText(copier, value, path);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (typeof value !== 'object') return refuse(copier, path, `is ${nameKind(value)}; ${REMEDY}`);
  if (copier.above.has(value)) return refuse(copier, path, `contains itself; ${REMEDY}`);
  if (path.length >= MAX_LEVELS)
    return refuse(copier, path, `is deeper than ${MAX_LEVELS} levels; flatten it`);
  copier.above.add(value);
  const copied = copyObject(copier, value, path);
  copier.above.delete(value);
  return copied;
}

function copyObject(copier: Copier, value: object, path: Path): unknown {
  if (Array.isArray(value)) return copyList(copier, value, path);
  if (!isPlain(value)) return refuse(copier, path, `is an object of a class; ${REMEDY}`);
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    countCharacters(copier, name);
    const inside = [...path, name];
    if (!isStorable(name))
      refuse(copier, inside, 'has a name with characters that cannot be stored; drop them');
    const copied = copy(copier, field, inside);
    if (copied !== undefined) fields.push([name, copied]);
  }
  return Object.fromEntries(fields);
}

/** Puts null in place of items that cannot be copied, so that indexes stay. */
function copyList(copier: Copier, list: readonly unknown[], path: Path): unknown {
  const copied: unknown[] = [];
  for (let index = 0; index < list.length; index++)
    copied.push(copy(copier, list[index], [...path, index]) ?? null);
  return copied;
}

function copyText(copier: Copier, text: string, path: Path): string | undefined {
  const max = FLOW_LIMITS.textCharacters;
  if (text.length > max)
    return refuse(
      copier,
      path,
      `has ${text.length.toLocaleString('en')} characters; it must be a text of at most ${max.toLocaleString('en')} characters`,
    );
  countCharacters(copier, text);
  if (isStorable(text)) return text;
  return refuse(
    copier,
    path,
    'has a null character or half a surrogate pair, which cannot be stored; drop it',
  );
}

function countCharacters(copier: Copier, text: string): void {
  copier.characters += text.length;
  if (copier.characters > MAX_CHARACTERS) throw new Error('Too many characters');
}

function refuse(copier: Copier, path: Path, message: string): undefined {
  copier.problems.push({ path, message });
  return undefined;
}

/** Postgres rejects lone surrogates and NUL in JSON. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Also true for objects of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameKind(value: unknown): string {
  if (value === undefined) return 'undefined';
  return typeof value === 'number' ? `the number ${value}` : `a ${cut(typeof value)}`;
}
