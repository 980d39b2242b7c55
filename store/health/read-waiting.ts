import { sql, type QueryExecutorProvider } from 'kysely';
import type { Sample } from '../../telemetry/metrics/metric-registry.js';

/** Limits the cost of a metrics scrape. */
const MAX_ROWS = 10_000;

export async function readWaiting(db: QueryExecutorProvider): Promise<Sample[]> {
  const { rows } = await sql<{
    kind: 'message' | 'approval' | 'model';
    label: string;
    count: number;
    age: number;
  }>`
    select 'message' as kind, flow_slug as label, count(*)::integer as count, ${oldest} as age
    from (select conversation_id, created_at from turn where status = 'queued' limit ${sql.lit(MAX_ROWS)}) waiting
    join conversation on conversation.id = conversation_id
    group by 2
    union all
    select 'approval', flow_slug, count(*)::integer, ${oldest}
    from (select execution_id, created_at from approval where status = 'open' limit ${sql.lit(MAX_ROWS)}) waiting
    join execution on execution.id = execution_id
    group by 2
    union all
    select 'model', model, 1, 0 from (
      select model from model_outage where retry_at > now() - interval '1 minute' limit ${sql.lit(MAX_ROWS)}
    ) unavailable`.execute(db);
  return rows.flatMap(({ kind, label, count, age }): Sample[] => {
    const labels = { flow: label };
    switch (kind) {
      case 'message':
        return [
          { name: 'threadline_waiting_messages', labels, value: count },
          { name: 'threadline_oldest_waiting_message_seconds', labels, value: age },
        ];
      case 'approval':
        return [
          { name: 'threadline_open_approvals', labels, value: count },
          { name: 'threadline_oldest_open_approval_seconds', labels, value: age },
        ];
      case 'model':
        return [{ name: 'threadline_model_outage', labels: { model: label }, value: 1 }];
    }
  });
}

const oldest = sql`extract(epoch from clock_timestamp() - min(waiting.created_at))::float8`;
