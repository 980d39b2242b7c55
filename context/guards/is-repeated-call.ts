import type { ContextManifest } from '../manifest.js';

/** An earlier call of the same tool with the same arguments, which has ended. */
export interface EarlierCall {
  step: number;
  ordinal: number;
  isError: boolean;
}

/** The part of a manifest that tells what the model saw when it asked for a call. */
export type SeenContext = Pick<ContextManifest, 'sent' | 'pointers'>;

/**
 * Whether a call asks for a result that the model sees already: the earlier one was sent, and whole. A result that was
 * lost to compaction, trimming or eviction may be asked for again, and so may an error.
 */
export function isRepeatedCall(earlier: EarlierCall, seen: SeenContext): boolean {
  if (earlier.isError) return false;
  const { step, ordinal } = earlier;
  const isSent = seen.sent.some((item) => item.from === 'trace' && item.first <= step && step <= item.last);
  // Manifests of the first policy have neither pointers nor a first step, so they refuse no call.
  return isSent && !seen.pointers.some((pointer) => pointer.step === step && pointer.ordinal === ordinal);
}
