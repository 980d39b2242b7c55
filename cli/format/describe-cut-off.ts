import type { CutOffReason } from '../../protocol/finish-reason.js';

const REASONS: Readonly<Record<CutOffReason, string>> = {
  length: 'the model reached its output token limit',
  'content-filter': 'the provider filtered it',
};

export function describeCutOff(reason: CutOffReason): string {
  return `The answer is incomplete: ${REASONS[reason]}`;
}
