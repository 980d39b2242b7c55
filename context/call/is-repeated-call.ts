import type { ContextManifest } from '../manifest/manifest.js';

export interface EarlierCall {
  step: number;
  ordinal: number;
  isError: boolean;
}

export type SeenContext = Pick<ContextManifest, 'sent' | 'pointers'>;

/** A call is repeated only if the model still sees the earlier result. Failed calls may be repeated. */
export function isRepeatedCall(earlier: EarlierCall, seen: SeenContext): boolean {
  if (earlier.isError) return false;
  const { step, ordinal } = earlier;
  const isSent = seen.sent.some((item) => item.from === 'trace' && item.first <= step && step <= item.last);
  return isSent && !seen.pointers?.some((pointer) => pointer.step === step && pointer.ordinal === ordinal);
}
