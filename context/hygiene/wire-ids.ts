import { GRAMMAR_TRAITS, type Grammar } from '../grammar/grammar.js';

/**
 * Makes ids that a provider takes and that no two calls of a request share: odd characters replaced, long ones
 * cut, a second use numbered. An id that is fine stays; the same request gives the same ids.
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

/** The name of a called tool as a provider takes it: odd characters replaced, 64 at the most; a fine one stays. */
export function wireName(name: unknown, grammar: Grammar): string {
  const plain = typeof name === 'string' ? name.trim().replace(/[^a-zA-Z0-9_-]/gu, '_') : '';
  if (plain === '') return 'unknown_tool';
  const { hasLetterFirst } = GRAMMAR_TRAITS[grammar];
  return (hasLetterFirst && /^[^a-zA-Z_]/.test(plain) ? `_${plain}` : plain).slice(0, 64);
}

/** Ids are compared trimmed: some models pad them. What is neither text nor number is no id. */
export function trimId(id: unknown): string {
  if (typeof id === 'string') return id.trim();
  return typeof id === 'number' ? String(id) : '';
}
