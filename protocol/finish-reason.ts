export const CUT_OFF_REASONS = ['length', 'content-filter'] as const;
export type CutOffReason = (typeof CUT_OFF_REASONS)[number];

export function toCutOffReason(finishReason: string | null | undefined): CutOffReason | undefined {
  return CUT_OFF_REASONS.find((reason) => reason === finishReason);
}

export function ifCutOff(reason: CutOffReason | undefined): { finishReason?: CutOffReason } {
  return reason ? { finishReason: reason } : {};
}
