/** Why an answer is not whole: the model reached its limit of tokens, or its provider filtered the answer. */
export const CUT_OFF_REASONS = ['length', 'content-filter'] as const;
export type CutOffReason = (typeof CUT_OFF_REASONS)[number];

/** Reads the finish reason of a model call. Undefined if the model ended by itself. */
export function toCutOffReason(finishReason: string | null | undefined): CutOffReason | undefined {
  return CUT_OFF_REASONS.find((reason) => reason === finishReason);
}

/** Returns the field `finishReason` of an incomplete answer, and no field for a complete one. */
export function ifCutOff(reason: CutOffReason | undefined): { finishReason?: CutOffReason } {
  return reason === undefined ? {} : { finishReason: reason };
}
