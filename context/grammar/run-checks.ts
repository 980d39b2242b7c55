import type { LooseMessage } from './loose-message.js';

export type Report = (index: number, rule: string) => void;

export type GrammarCheck = (messages: readonly LooseMessage[], report: Report) => void;

export function runChecks(messages: readonly LooseMessage[], checks: readonly GrammarCheck[]): string[] {
  const sentences: string[] = [];
  const report: Report = (index, rule) => sentences.push(`Message ${index} ${rule}`);
  for (const check of checks) check(messages, report);
  return sentences;
}

export function quoteValue(value: unknown): string {
  return `'${String(value).slice(0, 80).toWellFormed()}'`;
}
