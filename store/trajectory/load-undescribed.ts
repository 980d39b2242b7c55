import { sql } from 'kysely';
import { renderOutput } from '../../context/results/render-output.js';
import { listToolCalls, visibleText, type TraceContent } from '../../context/message/trace-content.js';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { PortraitThing } from '../../trajectory/portraits/portrait-request.js';
import { PREVIEW_REACH } from '../../trajectory/portraits/preview-content.js';
import type { DatabaseTransaction } from '../database.js';
import type { NewestRounds } from './newest-rounds.js';
import { isUndescribed, ownerId, treeInScope, type FlowVersion, type ThingKey } from './undescribed.js';

export type UndescribedThing = ThingKey & PortraitThing;

interface ThingRow extends ThingKey, Pick<PortraitThing, 'attributes' | 'question'> {
  ordinal: number | null;
  asked: TraceContent | null;
  result: TraceContent | null;
  artifact: Buffer | null;
  node: { kind: string; output: unknown } | null;
}

const TEXT_MEDIA = '^(text/.*|application/(.*\\+)?(json|xml|yaml))$';

export async function loadUndescribed(
  trx: DatabaseTransaction,
  { rounds, flows, limit }: { rounds: NewestRounds; flows: readonly FlowVersion[]; limit: number },
): Promise<UndescribedThing[]> {
  const { rows } = await sql<ThingRow>`
    with ${treeInScope(rounds)}, thing as (
      select distinct on (node.type, node.name, owner_id) node.execution_id, node.step, node.ordinal, node.type,
        node.name, node.attributes, ${ownerId} as owner_id
      from trajectory_node node join execution on execution.id = node.execution_id
      where node.execution_id in (select id from tree) and ${isUndescribed} and (flow_slug, flow_version) in (
        select slug, version from json_to_recordset(${JSON.stringify(flows)}::json) as flow (slug text, version integer))
      order by node.type, node.name, owner_id, node.execution_id desc, node.step desc, node.ordinal
    ), chosen as (
      select * from thing order by execution_id desc, step, ordinal desc limit ${limit}
    )
    select chosen.type, chosen.name, chosen.attributes, owner_id as "ownerId", action.from_ordinal as ordinal,
      coalesce(execution.input, question.content) as question, asked.content as asked, result.content as result,
      case when asked.content is null and own.kind is not null
        then json_build_object('kind', own.kind, 'output', own.output) end as node,
      (select substring(artifact.content from 1 for ${sql.lit(PREVIEW_REACH)}) from artifact
        where artifact.execution_id = chosen.execution_id and artifact.name = chosen.name
          and media_type ~ ${TEXT_MEDIA}) as artifact
    from chosen
    join execution on execution.id = chosen.execution_id
    left join conversation_message question on question.conversation_id = execution.conversation_id
      and question.position = execution.position and question.role = 'user'
    left join lateral (
      select from_step, from_ordinal from trajectory_edge edge where edge.execution_id = chosen.execution_id
        and to_step = chosen.step and to_ordinal = chosen.ordinal order by from_step, from_ordinal limit 1
    ) action on true
    left join trace_message asked on asked.execution_id = chosen.execution_id and asked.step = action.from_step
      and asked.ordinal = 0
    left join trace_message result on result.execution_id = chosen.execution_id
      and result.step = action.from_step and result.ordinal = action.from_ordinal
    left join node_output own on own.execution_id = chosen.execution_id
      and (own.touched is not null or own.writes is not null)
      and own.run = action.from_step / ${sql.lit(STEP_BLOCK)}
    order by chosen.execution_id desc, chosen.step, chosen.ordinal desc`.execute(trx);
  return rows.map(toThing);
}

function toThing({ ordinal, asked, result, artifact, node, ...row }: ThingRow): UndescribedThing {
  const call = asked === null || ordinal === null ? undefined : listToolCalls(asked)[ordinal - 1];
  return {
    ...row,
    thought: asked === null ? '' : visibleText(asked),
    action: call ? toAction(call) : node && { name: node.kind, params: null },
    content:
      artifact?.toString('utf8') ??
      readContent(row) ??
      (result === null ? formatOutput(node) : toText(result)),
  };
}

function toAction({ toolName, input }: { toolName: string; input: unknown }): PortraitThing['action'] {
  return { name: toolName, params: input };
}

function readContent({ attributes }: Pick<ThingRow, 'attributes'>): string | undefined {
  const content = attributes?.['content'];
  return typeof content === 'string' && content !== '' ? content : undefined;
}

function toText(result: TraceContent): string {
  const [part] = result;
  return part?.type === 'tool-result' ? renderOutput(part.output) : '';
}

function formatOutput(node: ThingRow['node']): string {
  if (node?.output == null) return '';
  return typeof node.output === 'string' ? node.output : JSON.stringify(node.output);
}
