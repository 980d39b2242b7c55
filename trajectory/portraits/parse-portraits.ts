import { readLooseObject } from '../../context/summary/read-loose-object.js';
import { cutLine } from './cut-line.js';
import { MAX_PORTRAIT } from './default-description.js';

const MAX_ANSWER = 100_000;
const NUMBERED = /^[\s*#>"'(-]{0,8}(\d{1,4})["'*]{0,3}\s{0,4}[.):\-–][\s*]{0,4}(\S.*)$/;
const NUMBER_FIELDS = ['number', 'n', 'id', 'index'];
const TEXT_FIELDS = ['description', 'text', 'sentence', 'value'];

export function parsePortraits(answer: string, count: number): Map<number, string> {
  const text = answer.slice(0, MAX_ANSWER).replace(/^\s*```\w{0,20}[ \t]*\n|\n```\s*$/g, '');
  const ways = [inOneValue, inLines, inLooseObject, inNumberedLines];
  for (const way of ways) {
    const found = accepted(way(text), count);
    if (found.size > 0) return found;
  }
  return new Map();
}

type Entry = readonly [number: unknown, description: unknown];

function accepted(entries: readonly Entry[], count: number): Map<number, string> {
  const found = new Map<number, string>();
  for (const [given, value] of entries) {
    const number = toNumber(given);
    if (number === undefined || number > count || found.has(number) || typeof value !== 'string') continue;
    const description = cutLine(value, MAX_PORTRAIT);
    if (/[\p{L}\p{N}]/u.test(description)) found.set(number, description);
  }
  return found;
}

function toNumber(given: unknown): number | undefined {
  const number = typeof given === 'string' && /^\s*\d{1,4}\s*$/.test(given) ? Number(given) : given;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 ? number : undefined;
}

function inOneValue(text: string): Entry[] {
  const from = text.search(/[{[]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  return from === -1 || to < from ? [] : readEntries(parsed(text.slice(from, to + 1)));
}

function inLines(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const json = line.trim().replace(/,$/, '');
    return json.startsWith('{') ? readEntries(parsed(json)) : [];
  });
}

function inLooseObject(text: string): Entry[] {
  const from = text.indexOf('{');
  return from === -1 ? [] : [...readLooseObject(text, from)];
}

function inNumberedLines(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const found = NUMBERED.exec(line.slice(0, 4 * MAX_PORTRAIT));
    return found === null ? [] : [[found[1], found[2]] as const];
  });
}

function readEntries(value: unknown, depth = 0): Entry[] {
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  if (Array.isArray(value)) return value.flatMap((item) => readEntries(item, depth + 1));
  const fields = new Map(Object.entries(value));
  const text = findText(fields);
  const number = NUMBER_FIELDS.map((name) => fields.get(name)).find((given) => given !== undefined);
  if (text !== undefined && number !== undefined) return [[number, text]];
  return [...fields].flatMap(([key, inside]): Entry[] => {
    if (toNumber(key) === undefined) return readEntries(inside, depth + 1);
    return [[key, isObject(inside) ? findText(new Map(Object.entries(inside))) : inside]];
  });
}

function findText(fields: ReadonlyMap<string, unknown>): unknown {
  return TEXT_FIELDS.map((name) => fields.get(name)).find((given) => typeof given === 'string');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
