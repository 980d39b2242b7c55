import type { Executions } from '../../client/executions/executions.js';
import { arrangeRows } from '../../trajectory/waterfall/arrange-rows.js';
import type { Waterfall } from '../../views/waterfall.js';
import type { Output } from '../format/output.js';
import { formatPending, formatWaterfall } from './format-waterfall.js';
import { withExecution } from './with-execution.js';

const PAGE = 1_000;
const MAX_ROWS = 10_000;

export async function showWaterfall(
  named: string,
  { output, limit }: { output: Output; limit: number },
): Promise<void> {
  const read = await withExecution(named, (executions, id) => readPages(executions, { id, limit }));
  output.result(read, () => {
    const nowMs = Date.now();
    const bars = formatWaterfall(arrangeRows(read.rows), { style: output.style, nowMs });
    const more =
      read.next === null
        ? []
        : [limit < MAX_ROWS ? 'More rows exist: raise --limit' : 'More rows exist: see Studio'];
    return [bars, ...formatPending(read.pending, { nowMs }), ...more].join('\n');
  });
}

async function readPages(
  executions: Executions,
  { id, limit }: { id: string; limit: number },
): Promise<Waterfall> {
  const rows: Waterfall['rows'] = [];
  const pending: Waterfall['pending'] = [];
  let after: string | null = null;
  do {
    const size = Math.min(PAGE, limit - rows.length);
    const page: Waterfall = await executions.waterfall(id, { limit: size, ...(after !== null && { after }) });
    rows.push(...page.rows);
    pending.push(...page.pending);
    after = page.next;
  } while (after !== null && rows.length < limit);
  return { rows, next: after, pending };
}
