import { MAX_LEVELS, TOO_DEEP } from '../../protocol/limits.js';
import { MAX_VALUES } from './nesting-problem.js';
import { storableText } from './storable-text.js';

const TOO_LARGE = '[Too large]';
const UNREADABLE = '[Unreadable]';

interface Walk {
  above: Set<object>;
  valuesLeft: number;
}

/** Texts such as `[Circular]` replace what JSON lacks. Never throws. */
export function toStorable(value: unknown): unknown {
  return copy(value, { above: new Set(), valuesLeft: MAX_VALUES });
}

function copy(value: unknown, walk: Walk): unknown {
  if (walk.valuesLeft <= 0) return TOO_LARGE;
  walk.valuesLeft -= 1;
  switch (typeof value) {
    case 'string':
      return storableText(value);
    case 'number':
      // Changes -0 to 0, because JSON lacks -0.
      return Number.isFinite(value) ? value || 0 : String(value);
    case 'boolean':
      return value;
    case 'undefined':
      return null;
    case 'object':
      return value === null ? null : copyObject(value, walk);
    default:
      return representation(value);
  }
}

function representation(value: unknown): string {
  try {
    return storableText(typeof value === 'function' ? `[Function: ${value.name}]` : String(value));
  } catch {
    return UNREADABLE;
  }
}

function copyObject(value: object, walk: Walk): unknown {
  if (walk.above.has(value)) return '[Circular]';
  if (walk.above.size >= MAX_LEVELS) return TOO_DEEP;
  walk.above.add(value);
  try {
    const own = ownJson(value);
    return own === value ? copyKnown(value, walk) : copy(own, walk);
  } catch {
    return UNREADABLE;
  } finally {
    walk.above.delete(value);
  }
}

function ownJson(value: object): unknown {
  // `toJSON` would lose invalid dates and bytes.
  if (value instanceof Date || ArrayBuffer.isView(value)) return value;
  try {
    return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
  } catch {
    return value;
  }
}

function copyKnown(value: object, walk: Walk): unknown {
  if (Array.isArray(value) || value instanceof Set) return copyList(value, walk);
  if (value instanceof Map) return copyEntries(value, walk);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return storableText(String(value));
  if (value instanceof ArrayBuffer) return copyList(new Uint8Array(value), walk);
  if (ArrayBuffer.isView(value)) return copyList(listElements(value), walk);
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return copy(value.valueOf(), walk);
  return copyEntries(listMembers(value), walk);
}

function listElements(view: ArrayBufferView): Iterable<unknown> {
  if (Symbol.iterator in view && typeof view[Symbol.iterator] === 'function')
    // Only a DataView is not iterable, which the type does not show.
    return view as ArrayBufferView & Iterable<unknown>;
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Includes an error's name, message and cause, which are not enumerable. */
function* listMembers(value: object): Iterable<readonly [string, unknown]> {
  const names = value instanceof Error ? ['name', 'message', 'cause'] : [];
  for (const name of new Set([...names, ...Object.keys(value)])) yield [name, readMember(value, name)];
}

function readMember(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return UNREADABLE;
  }
}

function copyList(values: Iterable<unknown>, walk: Walk): unknown[] {
  const items: unknown[] = [];
  for (const value of values) {
    items.push(copy(value, walk));
    if (walk.valuesLeft <= 0) break;
  }
  return items;
}

function copyEntries(entries: Iterable<readonly [unknown, unknown]>, walk: Walk): object {
  const members: [string, unknown][] = [];
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    members.push([representation(name), copy(value, walk)]);
    if (walk.valuesLeft <= 0) break;
  }
  return Object.fromEntries(members);
}
