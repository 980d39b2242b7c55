import { isConfirmation } from './is-confirmation.js';

/** A person's answer to the question whether a tool call may run. */
export type ToolAnswer =
  | { kind: 'yes' }
  /** `reason`: the answer said more than no. */
  | { kind: 'no'; reason?: string }
  /** It may run with this input instead of the model's. */
  | { kind: 'changed'; input: Record<string, unknown> };

const BARE_NO: ReadonlySet<string> = new Set(['', 'no', 'n', 'false', '0', 'cancel']);

/**
 * Reads an answer: a yes as `isConfirmation` knows it, a JSON object as changed input, anything else as a no with its
 * words as the reason.
 */
export function readToolAnswer(answer: string): ToolAnswer {
  if (isConfirmation(answer)) return { kind: 'yes' };
  const input = parseObject(answer);
  if (input !== undefined) return { kind: 'changed', input };
  const words = answer.trim();
  return BARE_NO.has(words.toLowerCase()) ? { kind: 'no' } : { kind: 'no', reason: words };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    // A text that begins with a brace and is JSON is an object.
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
