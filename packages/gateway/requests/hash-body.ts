import { setImmediate as nextTick } from 'node:timers/promises';
import { canonicalJson } from '../../../context/text/canonical-json.js';
import { contentHash } from '../../../context/text/content-hash.js';

/** Longer texts are hashed in pieces, because serializing megabytes would block the event loop. */
const LONG_CHARACTERS = 65_536;
const STEP_CHARACTERS = 1_000_000;

/** The hash does not depend on the order of members. */
export async function hashBody(body: unknown): Promise<string> {
  const long: string[] = [];
  const hashes = [contentHash(canonicalJson(takeLong(body, long)))];
  for (const text of long)
    for (let from = 0; from < text.length; from += STEP_CHARACTERS) {
      await nextTick();
      hashes.push(contentHash(text.slice(from, from + STEP_CHARACTERS)));
    }
  return long.length === 0 ? (hashes[0] ?? '') : contentHash(hashes.join());
}

function takeLong(value: unknown, long: string[]): unknown {
  if (typeof value === 'string') {
    if (value.length <= LONG_CHARACTERS) return value;
    long.push(value);
    return { characters: value.length };
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => takeLong(item, long));
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, takeLong(Reflect.get(value, name), long)]));
}
