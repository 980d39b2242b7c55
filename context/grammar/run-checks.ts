import type { LooseMessage } from './loose-message.js';

/** Receives one broken rule, as the rest of a sentence that begins with the message. */
export type Report = (index: number, rule: string) => void;

/** Goes through a whole list of messages, in linear time, and reports what a provider would refuse in it. */
export type GrammarCheck = (messages: readonly LooseMessage[], report: Report) => void;

/** Runs the checks of a grammar; returns a sentence for each broken rule, none when the list is accepted. */
export function runChecks(messages: readonly LooseMessage[], checks: readonly GrammarCheck[]): string[] {
  const sentences: string[] = [];
  const report: Report = (index, rule) => sentences.push(`Message ${index} ${rule}`);
  for (const check of checks) check(messages, report);
  return sentences;
}

/** Quotes a value of a transcript in a sentence, at most 80 characters of it. */
export function quoteValue(value: unknown): string {
  return `'${String(value).slice(0, 80).toWellFormed()}'`;
}
