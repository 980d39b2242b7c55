import { isConfirmation } from './is-confirmation.js';

/** A person's answer to the question whether a tool call may run. */
export type ToolAnswer =
  | { kind: 'yes' }
  /** `reason`: the answer said more than no. */
  | { kind: 'no'; reason?: string }
  /** It may run with this input instead of the model's. */
  | { kind: 'changed'; input: Record<string, unknown> }
  /** It begins like a JSON object but is not valid: a changed input with a typo must not count as a refusal. */
  | { kind: 'broken' };

/** The error for a changed input that cannot be parsed. */
export const BROKEN_INPUT =
  'The changed input is not valid JSON: answer with a JSON object, with yes, or with no and a reason';

const BARE_NO: ReadonlySet<string> = new Set(['', 'no', 'n', 'false', '0', 'cancel']);

/**
 * Reads an answer: a yes as `isConfirmation` knows it, a JSON object as changed input, anything else as a no with its
 * words as the reason. An answer that begins with a brace is meant as an input.
 */
export function readToolAnswer(answer: string): ToolAnswer {
  if (isConfirmation(answer)) return { kind: 'yes' };
  if (/^\s*\{/.test(answer)) return parseInput(answer);
  const words = answer.trim();
  return BARE_NO.has(words.toLowerCase()) ? { kind: 'no' } : { kind: 'no', reason: words };
}

function parseInput(text: string): ToolAnswer {
  try {
    // A text that begins with a brace and is JSON is an object.
    return { kind: 'changed', input: JSON.parse(text) as Record<string, unknown> };
  } catch {
    return { kind: 'broken' };
  }
}
