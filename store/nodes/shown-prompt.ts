import { sql, type RawBuilder } from 'kysely';
import { LIVE, RUNS_FLOWS } from '../workers/live-workers.js';

export const WHY_STUCK = sql`
  select count(*) filter (where has) = 0 as is_tool_gone,
    case when count(*) filter (where has) = 0 then 'no live worker has tool ''' || approval.tool_name || ''''
      else 'its input does not fit the tool: ' || min(misfit) end as reason
  from (
    select approval.misfits ->> id as misfit, exists (
      select from unnest(tools) as tool where tool = approval.tool_name
        or (right(tool, 1) = '*' and starts_with(approval.tool_name, left(tool, -1)))
    ) as has
    from worker where ${RUNS_FLOWS} and seen_at > clock_timestamp() - ${LIVE}
  ) live
  having approval.tool_name is not null and not approval.wants_output
    and count(*) > 0 and count(*) filter (where has and misfit is null) = 0`;

export function shownPrompt(): RawBuilder<string> {
  return sql<string>`concat((select 'This can no longer run: ' || reason || E'.\n\n' from (${WHY_STUCK}) stuck), approval.prompt)`;
}
