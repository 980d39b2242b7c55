import { showUnseen, toSeenJson } from '../../protocol/unseen-characters.js';
import { showBothEnds } from '../values/show-both-ends.js';

/** A longer list is cut, because it would push the question out of view. */
const MAX_CHANGES = 20;
const VALUE_CHARACTERS = 200;
const CONTEXT_CHARACTERS = 20;
const MAX_LEVELS = 10;

interface Change {
  place: string;
  before: unknown;
  after: unknown;
}

export function listChanges(before: unknown, after: unknown): string[] {
  const changes = [...findChanges({ place: '', before, after }, 0)];
  const lines = changes.slice(0, MAX_CHANGES).map(toLine);
  const more = changes.length - lines.length;
  return more === 0 ? lines : [...lines, `${more} more changes`];
}

function* findChanges(change: Change, level: number): Generator<Change> {
  const { place, before, after } = change;
  if (
    level < MAX_LEVELS &&
    isObject(before) &&
    isObject(after) &&
    Array.isArray(before) === Array.isArray(after)
  ) {
    const isList = Array.isArray(before);
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* findChanges(
        {
          place: toPlace(place, { name, isList }),
          before: readOwn(before, name),
          after: readOwn(after, name),
        },
        level + 1,
      );
  } else if (JSON.stringify(before) !== JSON.stringify(after)) yield change;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function readOwn(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function toPlace(above: string, { name, isList }: { name: string; isList: boolean }): string {
  if (isList) return `${above}[${name}]`;
  const shown = /^[\w-]{1,100}$/.test(name) ? name : toSeenJson(showBothEnds(name, VALUE_CHARACTERS));
  return above === '' ? shown : `${above}.${shown}`;
}

function toLine({ place, before, after }: Change): string {
  const name = place === '' ? 'input' : place;
  if (before === undefined) return `${name}: added ${toShown(after)}`;
  if (after === undefined) return `${name}: removed ${toShown(before)}`;
  if (typeof before !== 'string' || typeof after !== 'string')
    return `${name}: ${toShown(before)} → ${toShown(after)}`;
  const [one, other] = cutToDifference(before, after);
  return `${name}: ${toShown(one)} → ${toShown(other)}`;
}

function toShown(value: unknown): string {
  if (typeof value === 'string') return toSeenJson(showBothEnds(value, VALUE_CHARACTERS));
  return showUnseen(showBothEnds(JSON.stringify(value), VALUE_CHARACTERS));
}

function cutToDifference(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length);
  if (Math.max(before.length, after.length) <= VALUE_CHARACTERS) return [before, after];
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const from = Math.max(0, start - CONTEXT_CHARACTERS);
  const behind = Math.max(0, end - CONTEXT_CHARACTERS);
  const cut = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, text.length - behind)}${behind > 0 ? '…' : ''}`;
  return [cut(before), cut(after)];
}
