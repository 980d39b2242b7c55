export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows waiting for people by itself. */
export function formatWork({ durationMs, waitedMs }: { durationMs: number; waitedMs: number }): string {
  if (waitedMs <= 0) return formatDuration(durationMs);
  const waited = `waited ${formatDuration(waitedMs)}`;
  return durationMs > 0 ? `${formatDuration(durationMs)}, ${waited}` : waited;
}

export function formatCost(decimal: string | null): string {
  if (decimal === null) return 'unknown';
  const short = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
  return `$${short === '' ? '0' : short}`;
}

export interface TotalCost {
  cost: string | null;
  unpricedCalls: number;
}

export function formatTotalCost({ cost, unpricedCalls }: TotalCost): string {
  return cost !== null && unpricedCalls > 0 ? `at least ${formatCost(cost)}` : formatCost(cost);
}

export function describeTotalCost(total: TotalCost): string {
  const { unpricedCalls: count } = total;
  const missing = count > 0 ? `, ${count} ${count === 1 ? 'call' : 'calls'} without a price` : '';
  return formatTotalCost(total) + missing;
}

export function formatTokens({
  inputTokens,
  outputTokens,
}: {
  inputTokens: number;
  outputTokens: number;
}): string {
  return `${inputTokens} in, ${outputTokens} out`;
}

export function formatElapsed({
  createdAt,
  finishedAt,
}: {
  createdAt: Date;
  finishedAt: Date | null;
}): string {
  return formatDuration((finishedAt ?? new Date()).getTime() - createdAt.getTime());
}
