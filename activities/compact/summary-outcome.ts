export type SummaryCallOutcome =
  | { kind: 'answered'; text: string }
  | { kind: 'called-tools' }
  | { kind: 'too-long' | 'failed'; reason: string }
  | { kind: 'rate-limited'; reason: string; retryAfterMs?: number | undefined }
  | { kind: 'budget-exceeded'; reason: string };

export function toAnswered(text: string, hasCalls: boolean): SummaryCallOutcome {
  return hasCalls ? { kind: 'called-tools' } : { kind: 'answered', text };
}

export function toFailed(type: string, reason: string, details: unknown): SummaryCallOutcome {
  if (type === 'Model.ContextOverflow') return { kind: 'too-long', reason };
  if (type !== 'Model.RateLimited') return { kind: 'failed', reason };
  const { retryAfterMs } = (details ?? {}) as { retryAfterMs?: number };
  return { kind: 'rate-limited', reason, retryAfterMs };
}

export function explainOutcome(outcome: SummaryCallOutcome): string {
  if (outcome.kind === 'answered') return 'The summary is empty';
  return outcome.kind === 'called-tools'
    ? 'The model called a tool instead of writing a summary'
    : outcome.reason;
}
