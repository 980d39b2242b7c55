import { isConfirmation } from './is-confirmation.js';

export type ToolAnswer =
  | { kind: 'yes' }
  | { kind: 'no'; reason?: string }
  | { kind: 'changed'; input: Record<string, unknown> }
  /** Invalid JSON for a changed input must not count as a refusal. */
  | { kind: 'broken' };

export const BROKEN_INPUT =
  'The changed input is not valid JSON: answer with a JSON object, with yes, or with no and a reason';

const BARE_NO: ReadonlySet<string> = new Set(['', 'no', 'n', 'false', '0', 'cancel']);

export function readToolAnswer(answer: string): ToolAnswer {
  if (isConfirmation(answer)) return { kind: 'yes' };
  if (/^\s*\{/.test(answer)) return parseInput(answer);
  const words = answer.trim();
  return BARE_NO.has(words.toLowerCase()) ? { kind: 'no' } : { kind: 'no', reason: words };
}

function parseInput(text: string): ToolAnswer {
  try {
    return { kind: 'changed', input: JSON.parse(text) as Record<string, unknown> };
  } catch {
    return { kind: 'broken' };
  }
}
