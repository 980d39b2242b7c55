import { contentHash } from '../text/content-hash.js';
import { GRAMMAR_TRAITS, type Grammar } from '../grammar/grammar.js';
import type { RequestForm } from '../grammar/request-template.js';

const NINE = /^[a-zA-Z0-9]{9}$/;

export function createWireIds({ grammar, template }: RequestForm): (id: unknown) => string {
  return template?.toolCallIds === 'nine-characters' ? createNineCharacterIds() : createPlainIds(grammar);
}

function createNineCharacterIds(): (id: unknown) => string {
  const used = new Set<string>();
  return (id) => {
    const plain = trimId(id);
    let wire = NINE.test(plain) ? plain : hashToNine(plain);
    for (let copy = 2; used.has(wire); copy += 1) wire = hashToNine(`${plain} ${copy}`);
    used.add(wire);
    return wire;
  };
}

function hashToNine(text: string): string {
  return contentHash(text)
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 9)
    .padEnd(9, '0');
}

function createPlainIds(grammar: Grammar): (id: unknown) => string {
  const { odd, maxLength } = GRAMMAR_TRAITS[grammar].ids;
  const used = new Set<string>();
  // The number to try next for each id: searching from 1 would be quadratic if all calls share one id.
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

export function wireName(name: unknown, grammar: Grammar): string {
  const plain = typeof name === 'string' ? name.trim().replace(/[^a-zA-Z0-9_-]/gu, '_') : '';
  if (plain === '') return 'unknown_tool';
  const { hasLetterFirst } = GRAMMAR_TRAITS[grammar];
  return (hasLetterFirst && /^[^a-zA-Z_]/.test(plain) ? `_${plain}` : plain).slice(0, 64);
}

/** Some models pad ids with blanks. */
export function trimId(id: unknown): string {
  if (typeof id === 'string') return id.trim();
  return typeof id === 'number' ? String(id) : '';
}
