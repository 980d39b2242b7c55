import type { ModelMessage } from '@ai-sdk/provider-utils';
import { splitSteps, type ContextEntry } from './entries.js';
import { GRAMMAR_TRAITS, type Grammar } from './grammar/grammar.js';
import { mergeNeighbours } from './merge-neighbours.js';
import { liftPictures } from './results/lift-pictures.js';

/**
 * The messages of a request: the system's where they stood, never inside a step, or all
 * first where the provider wants that; pictures of tool results behind these, where they are to be lifted; neighbours of
 * one role as one message.
 */
export function arrange(input: {
  system: readonly ContextEntry[];
  entries: readonly ContextEntry[];
  grammar: Grammar;
  /** Whether the pictures of tool results go into a user message. */
  liftsPictures: boolean;
  countMessage: (message: ModelMessage) => number;
}): ContextEntry[] {
  const { system, grammar, countMessage } = input;
  const entries = input.liftsPictures ? liftPictures(input.entries, countMessage) : input.entries;
  if (GRAMMAR_TRAITS[grammar].isSystemFirst) return [...system, ...mergeNeighbours(entries, countMessage)];
  const arranged: ContextEntry[] = [];
  let next = 0;
  for (const { asked, results } of splitSteps(entries)) {
    const index = asked[0]?.message.role === 'tool' ? -Infinity : (asked[0]?.index ?? -Infinity);
    for (let one = system[next]; one !== undefined && one.index < index; one = system[next]) {
      arranged.push(one);
      next += 1;
    }
    arranged.push(...asked, ...results);
  }
  return mergeNeighbours([...arranged, ...system.slice(next)], countMessage);
}

/** Puts texts of ours right before the turn's own message, wherever that stands among the entries. */
export function insertLeadIn(
  entries: readonly ContextEntry[],
  { leadIn, turnStart }: { leadIn: readonly ContextEntry[]; turnStart: number },
): readonly ContextEntry[] {
  if (leadIn.length === 0) return entries;
  const at = entries.findIndex(({ index }) => index >= turnStart);
  return at < 0 ? [...entries, ...leadIn] : entries.toSpliced(at, 0, ...leadIn);
}
