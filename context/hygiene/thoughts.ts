import type { AssistantPart } from '../message/entries.js';
import { GRAMMAR_TRAITS, type Grammar } from '../grammar/grammar.js';
import { cleanText } from './clean-text.js';

export type KeptThoughts = 'marked' | Grammar;

type Thought = Extract<AssistantPart, { type: 'reasoning' }>;

/** A run may change its model, so only the current provider's signatures are kept. */
export function isThoughtKept({ text, providerOptions }: Thought, kept: KeptThoughts | undefined): boolean {
  if (!kept || !providerOptions) return false;
  // Cleaning the text would invalidate its signature.
  if (typeof text !== 'string' || cleanText(text) !== text) return false;
  if (kept === 'marked') return true;
  const { thoughts } = GRAMMAR_TRAITS[kept];
  if (!thoughts) return false;
  const mark = providerOptions[thoughts.provider] ?? {};
  return thoughts.facts.some((fact) => typeof mark[fact] === 'string' && mark[fact] !== '');
}

export function canThoughtsStandAlone(kept: KeptThoughts | undefined): boolean {
  return !kept || kept === 'marked' || GRAMMAR_TRAITS[kept].thoughts?.canStandAlone === true;
}
