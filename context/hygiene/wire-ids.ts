import { GRAMMAR_TRAITS, type Grammar } from '../grammar/grammar.js';

/**
 * Makes the function that makes ids that a provider takes and that no two calls of a request share: odd characters are
 * replaced, long ids cut, second uses numbered. An id that is fine stays; the same request gives the same ids.
 */
export function createWireIds(grammar: Grammar): (id: unknown) => string {
  const { odd, maxLength } = GRAMMAR_TRAITS[grammar].ids;
  const used = new Set<string>();
  // Some models give every call of a chat the same id: the search for a free number goes on where it ended.
  const copies = new Map<string, number>();
  return (id) => {
    const plain = trimId(id).replace(odd, '_') || 'call';
    const first = plain.slice(0, maxLength).toWellFormed();
    let wire = first;
    let copy = copies.get(first) ?? 2;
    for (; used.has(wire); copy += 1) {
      const suffix = `_${copy}`;
      wire = plain.slice(0, maxLength - suffix.length).toWellFormed() + suffix;
    }
    copies.set(first, copy);
    used.add(wire);
    return wire;
  };
}

/** Makes the name of a called tool one that a provider takes: odd characters replaced, at most 64; a fine name stays. */
export function wireName(name: unknown, grammar: Grammar): string {
  const plain = typeof name === 'string' ? name.trim().replace(/[^a-zA-Z0-9_-]/gu, '_') : '';
  if (plain === '') return 'unknown_tool';
  const { hasLetterFirst } = GRAMMAR_TRAITS[grammar];
  return (hasLetterFirst && /^[^a-zA-Z_]/.test(plain) ? `_${plain}` : plain).slice(0, 64);
}

/** Trims an id for comparison, because some models pad them. A value that is neither text nor number is no id. */
export function trimId(id: unknown): string {
  if (typeof id === 'string') return id.trim();
  return typeof id === 'number' ? String(id) : '';
}
