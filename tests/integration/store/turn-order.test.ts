import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TURN_STATUSES } from '../../../flow/execution/execution-status.js';
import { turnOrder } from '../../../store/conversation/turn-order.js';
import { compareTurns } from '../../../store/conversation/turn-sequence.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('turnOrder', () => {
  test('turns of each status and each way to jump the queue -> the order of `compareTurns`', async () => {
    const jumps = ['steer', null, 'interrupt'] as const;
    const turns = TURN_STATUSES.flatMap((status) => jumps.map((whileRunning) => ({ status, whileRunning })))
      .flatMap((turn) => [turn, turn])
      .map((turn, order) => ({ ...turn, kind: 'message' as const, order }));
    const { rows } = await sql<{ order: number }>`
      select position as order from (
        select status, "whileRunning" as while_running, "order" as position
        from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb)
          as stored (status text, "whileRunning" text, "order" integer)
      ) turn order by ${turnOrder('turn')}`.execute(store.db);
    expect(rows.map(({ order }) => order)).toEqual(turns.sort(compareTurns).map(({ order }) => order));
  });
});
