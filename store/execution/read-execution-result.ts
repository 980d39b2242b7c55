import { sql } from 'kysely';
import { visibleText, type TraceContent } from '../../context/message/trace-content.js';
import { executionResult, type ExecutionOutcome } from '../../flow/execution/execution-result.js';
import { readTraits } from '../../flow/kinds/traits.js';
import type { DatabaseTransaction } from '../database.js';

interface StoredResult extends Pick<ExecutionOutcome, 'result' | 'text'> {
  step: number | undefined;
}

/** Reads through the transaction. */
export type OfFlow<T> = (trx: DatabaseTransaction, flow: { slug: string; version: number }) => Promise<T>;

export interface NodeResult {
  nodeId: string;
  kind: string;
  output: unknown;
  step: number | null;
  content: TraceContent | null;
}

export const nodeResults = sql<NodeResult[]>`(
  select coalesce(json_agg(json_build_object('nodeId', node.node_id, 'kind', kind, 'output', output,
    'step', answer_step, 'content', content)), '[]'::json)
  from node_output node left join trace_message message on message.execution_id = node.execution_id
    and message.step = node.answer_step and message.ordinal = 0
  where node.execution_id = execution.id and iteration = '' and status = 'success'
)`;

export async function readExecutionResult(
  trx: DatabaseTransaction,
  execution: { flow_slug: string; flow_version: number },
  {
    outputs,
    nodeOrder,
  }: { outputs: readonly NodeResult[]; nodeOrder?: OfFlow<readonly string[]> | undefined },
): Promise<StoredResult> {
  const { flow_slug: slug, flow_version: version } = execution;
  const order = outputs.length > 1 ? ((await nodeOrder?.(trx, { slug, version })) ?? []) : [];
  const given = [...outputs]
    .sort((one, other) => order.indexOf(one.nodeId) - order.indexOf(other.nodeId))
    .map(({ nodeId, kind, output: stored, step, content }) => {
      const answer = content === null ? null : visibleText(content);
      const output = stored ?? (answer === null ? null : { output: answer });
      const isObject = stored !== null && readTraits(kind).work === 'calls';
      if (answer === null || answer.trim() !== '')
        return { nodeId, kind, output, text: answer, step, isObject };
      const words = standIn(output);
      return { nodeId, kind, output, text: words, step: null, isSilent: words === '' };
    });
  const { result, text, from } = executionResult(given);
  if (text.trim() === '') return { result, text: '', step: undefined };
  return { result, text, step: given.find(({ nodeId }) => nodeId === from)?.step ?? undefined };
}

function standIn(output: unknown): string | null {
  const isText =
    typeof output === 'object' && output !== null && 'output' in output && typeof output.output === 'string';
  return isText ? String(output.output) : null;
}
