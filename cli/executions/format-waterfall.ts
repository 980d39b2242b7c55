import type { ArrangedRow } from '../../trajectory/waterfall/arrange-rows.js';
import { timeSpan, toShare } from '../../trajectory/waterfall/time-span.js';
import type { PendingActivity, WaterfallRow } from '../../views/waterfall.js';
import { isStuck } from '../../trajectory/waterfall/is-stuck.js';
import { formatTable } from '../format/format-table.js';
import { formatDuration } from '../format/format-values.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';
import { paintStatus } from './format-executions.js';

const CELLS = 40;
const LABEL_CHARACTERS = 60;
const ERROR_CHARACTERS = 120;

export function formatWaterfall(
  rows: readonly ArrangedRow<WaterfallRow>[],
  { style, nowMs }: { style: Style; nowMs: number },
): string {
  const span = timeSpan(rows, nowMs);
  return formatTable({ rows: [...rows], style }, [
    {
      header: 'STATUS',
      value: ({ status }) => status,
      paint: (cell, { status }) => paintStatus(cell, status, style),
    },
    {
      header: 'DURATION',
      align: 'right',
      value: ({ startMs, endMs }) => formatDuration((endMs ?? nowMs) - startMs),
    },
    { header: 'TOKENS', align: 'right', value: ({ tokens }) => (tokens === 0 ? '-' : `${tokens}`) },
    { header: 'COST', align: 'right', value: ({ cost }) => formatSum(cost) },
    { header: `TIME, ${formatDuration(span.endMs - span.startMs)}`, value: (row) => drawBar(row, span) },
    { header: 'WHAT', value: describeRow },
  ]);
}

export function formatPending(
  pending: readonly PendingActivity[],
  { nowMs }: { nowMs: number },
): readonly string[] {
  return pending.filter(isStuck).map(({ activityType, attempt, maximumAttempts, ...activity }) => {
    const { isStarted, nextAttemptAt, errorMessage } = activity;
    const most = maximumAttempts === null ? '' : ` of ${maximumAttempts}`;
    const waitMs = nextAttemptAt === null ? 0 : nextAttemptAt.getTime() - nowMs;
    const retries = waitMs > 0 ? `retries in ${formatDuration(waitMs)}` : 'waits for a worker';
    const error = errorMessage === null ? '' : `: ${oneLine(errorMessage, ERROR_CHARACTERS)}`;
    return `${activityType}, attempt ${attempt}${most}, ${isStarted ? 'running' : retries}${error}`;
  });
}

/** Rounds, because sums of decimals are not exact in binary. */
function formatSum(cost: number | null): string {
  return cost === null ? '-' : `$${Number(cost.toFixed(6))}`;
}

function drawBar(row: ArrangedRow<unknown>, span: { startMs: number; endMs: number }): string {
  const { start, end } = toShare(row, span);
  const first = Math.min(CELLS - 1, Math.floor(start * CELLS));
  const length = Math.max(1, Math.min(CELLS - first, Math.round((end - start) * CELLS)));
  const bar = (row.status === 'failed' ? 'x' : row.kind === 'wait' ? '░' : '█').repeat(length);
  return (' '.repeat(first) + (row.endMs === null ? `${bar.slice(0, -1)}>` : bar)).padEnd(CELLS);
}

function describeRow({ depth, label, row }: ArrangedRow<WaterfallRow>): string {
  const detail = row?.detail == null || row.detail === '' ? '' : `  (${row.detail})`;
  const error = row?.errorMessage == null ? '' : `: ${oneLine(row.errorMessage, ERROR_CHARACTERS)}`;
  return '  '.repeat(Math.min(depth, 20)) + oneLine(label + detail, LABEL_CHARACTERS) + error;
}
