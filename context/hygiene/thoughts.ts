import type { AssistantPart } from '../entries.js';
import { GRAMMAR_TRAITS, type Grammar } from '../grammar/grammar.js';
import { cleanText } from './clean-text.js';

/** The thoughts of a message that stay: those with any provider's mark, or those that one grammar's providers take back. */
export type KeptThoughts = 'marked' | Grammar;

type Thought = Extract<AssistantPart, { type: 'reasoning' }>;

/**
 * Whether a thought stays. A run keeps its model, so its thoughts should be that provider's; but this rule, and no
 * belief about rows, is what keeps a foreign signature out of a request.
 */
export function isThoughtKept({ text, providerOptions }: Thought, kept: KeptThoughts | undefined): boolean {
  if (kept === undefined || providerOptions === undefined) return false;
  // A text that must be cleaned is not the one that was signed; a transcript may hold anything in its place.
  if (typeof text !== 'string' || cleanText(text) !== text) return false;
  if (kept === 'marked') return true;
  const { thoughts } = GRAMMAR_TRAITS[kept];
  if (thoughts === undefined) return false;
  // Parse boundary: the marks come from a row, and a row from any version.
  const mark = providerOptions[thoughts.provider] ?? {};
  return thoughts.facts.some((fact) => typeof mark[fact] === 'string' && mark[fact] !== '');
}

/** Whether a message may have nothing but thoughts: some providers want the text or the call that they led to. */
export function canThoughtsStandAlone(kept: KeptThoughts | undefined): boolean {
  return kept === undefined || kept === 'marked' || GRAMMAR_TRAITS[kept].thoughts?.canStandAlone === true;
}
