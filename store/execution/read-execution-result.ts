import { visibleText } from '../../context/message/trace-content.js';
import { executionResult, type ExecutionOutcome } from '../../flow/execution/execution-result.js';
import { readTraits } from '../../flow/kinds/traits.js';
import type { Database } from '../database.js';

interface StoredResult extends Pick<ExecutionOutcome, 'result' | 'text'> {
  step: number | undefined;
}

export type NodeOrderOf = (flow: { slug: string; version: number }) => Promise<readonly string[]>;

export async function readExecutionResult(
  db: Database,
  execution: { id: number; flow_slug: string; flow_version: number },
  { nodeOrder }: { nodeOrder?: NodeOrderOf | undefined },
): Promise<StoredResult> {
  const rows = await db
    .selectFrom('node_output as node')
    .leftJoin('trace_message as message', (join) =>
      join
        .onRef('message.execution_id', '=', 'node.execution_id')
        .onRef('message.step', '=', 'node.answer_step')
        .on('message.ordinal', '=', 0),
    )
    .select(['node.node_id as nodeId', 'node.kind', 'node.output', 'node.answer_step as step'])
    .select('message.content')
    .where('node.execution_id', '=', execution.id)
    .where('node.iteration', '=', '')
    .where('node.status', '=', 'success')
    .execute();
  const { flow_slug: slug, flow_version: version } = execution;
  const order = rows.length > 1 ? ((await nodeOrder?.({ slug, version })) ?? []) : [];
  const given = rows
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
