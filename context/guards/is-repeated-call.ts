import type { ContextManifest } from '../manifest.js';

/** An earlier call of the same tool with the same arguments, which has ended. */
export interface EarlierCall {
  step: number;
  ordinal: number;
  isError: boolean;
}

/** What the model saw when it asked for the call: the part of the manifest that says so. */
export type SeenContext = Pick<ContextManifest, 'sent' | 'pointers'>;

/**
 * Whether a call asks for what the model has before it: the earlier result was sent, and whole. A result that
 * went by compaction, trimming or eviction may be asked for again, and so may one that was an error.
 */
export function isRepeatedCall(earlier: EarlierCall, seen: SeenContext): boolean {
  if (earlier.isError) return false;
  const { step, ordinal } = earlier;
  const isSent = seen.sent.some((item) => item.from === 'trace' && item.first <= step && step <= item.last);
  // Plans made by the first policy have no pointers, and no first step either: nothing is refused by them.
  return isSent && !seen.pointers.some((pointer) => pointer.step === step && pointer.ordinal === ordinal);
}
