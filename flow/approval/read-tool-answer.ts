import { isConfirmation } from './is-confirmation.js';

export type ToolAnswer =
  | { kind: 'yes' }
  /** `reason` is the text after the no. */
  | { kind: 'no'; reason?: string }
  /** Run the call with this input instead of the model's. */
  | { kind: 'changed'; input: Record<string, unknown> }
  /** Begins like a JSON object but is invalid: a changed input with a typo must not be a refusal. */
  | { kind: 'broken' };

export const BROKEN_INPUT =
  'The changed input is not valid JSON: answer with a JSON object, with yes, or with no and a reason';

const BARE_NO: ReadonlySet<string> = new Set(['', 'no', 'n', 'false', '0', 'cancel']);

/**
 * A yes as in `isConfirmation`, a JSON object as changed input, and any other text as a no with that text
 * as the reason.
 */
export function readToolAnswer(answer: string): ToolAnswer {
  if (isConfirmation(answer)) return { kind: 'yes' };
  if (/^\s*\{/.test(answer)) return parseInput(answer);
  const words = answer.trim();
  return BARE_NO.has(words.toLowerCase()) ? { kind: 'no' } : { kind: 'no', reason: words };
}

function parseInput(text: string): ToolAnswer {
  try {
    // Valid JSON that begins with a brace is an object.
    return { kind: 'changed', input: JSON.parse(text) as Record<string, unknown> };
  } catch {
    return { kind: 'broken' };
  }
}
