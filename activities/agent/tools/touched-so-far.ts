import { log } from '@temporalio/activity';
import type { Counters } from '../../../context/text/counters.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { findRound, findSessionRounds } from '../../../store/trajectory/find-rounds.js';
import { loadRecorded } from '../../../store/trajectory/restore-rounds.js';
import { prune } from '../../../trajectory/graph/prune.js';
import { joinRounds } from '../../../trajectory/rounds/join-rounds.js';
import { touchedTable } from '../../../trajectory/touched/touched.js';
import { SENT_TO_MODEL } from '../../../trajectory/touched/touched-thing.js';
import { touchedText } from '../../../trajectory/touched/touched-text.js';

const MAX_ROUNDS = 20;
const MAX_ROWS = 30;
const MAX_TOKENS = 600;

/** Returns an empty list if the results cannot be read. */
export async function touchedSoFar(
  db: Database,
  input: {
    execution: Pick<ExecutionFacts, 'clearedThrough'>;
    workflowId: string;
    nodeId: string;
    iteration: string;
    seesHistory: boolean;
    counters: Pick<Counters, 'countText'>;
  },
): Promise<string> {
  const { execution, workflowId, nodeId, iteration, seesHistory, counters } = input;
  try {
    const place = await findRound(db, workflowId);
    if (!place) return '';
    const path = workflowId.slice(place.rootId.length + 1);
    const seen = await findSessionRounds(db, {
      session: place.session,
      last: MAX_ROUNDS,
      afterSeq: seesHistory ? (execution.clearedThrough ?? 0) : undefined,
      round: seesHistory ? undefined : place.round,
    });
    const subAgent = [path, nodeId, iteration].filter((part) => part !== '').join('/');
    const { rounds } = await loadRecorded(db, { rounds: seen, subAgent, isOutline: true });
    const all = touchedTable(prune(joinRounds(rounds.map(({ snapshot }) => snapshot))));
    const rows = all.filter(({ description }) => description?.startsWith(SENT_TO_MODEL) !== true);
    for (let maxRows = Math.min(MAX_ROWS, rows.length); maxRows > 0; maxRows -= 1) {
      const text = touchedText(rows, { maxRows });
      if (counters.countText(text) <= MAX_TOKENS) return text;
    }
  } catch (error) {
    log.warn('A compaction omits the things that tools touched', { reason: String(error) });
  }
  return '';
}
