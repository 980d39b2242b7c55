import type { FlowDefinition } from '../../flow/definition.js';
import { planRerun } from '../../flow/execution/plan-rerun.js';
import { readTraits } from '../../flow/kinds/traits.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import { toStorable } from '../../flow/values/to-storable.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import type { RerunFrom } from '../../protocol/messages.js';
import type { Database, DatabaseTransaction } from '../../store/database.js';
import {
  findDraftRows,
  findRerunRows,
  loadFinishedNodes,
  storeReusedOutputs,
  type ChangedOutput,
} from '../../store/execution/reused-outputs.js';

interface Rerun {
  workflowId: string;
  flow: FlowDefinition;
  trigger: string;
  rerun: RerunFrom;
}

/** Idempotent. If the rerun is impossible, returns the reason. */
export async function reuseOutputs(db: Database, rerun: Rerun): Promise<ScheduleState | string> {
  // One snapshot, because retention may remove an answer after the plan and before the copy.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => reuseInSnapshot(trx, rerun));
}

async function reuseInSnapshot(
  trx: DatabaseTransaction,
  { workflowId, flow, trigger, rerun }: Rerun,
): Promise<ScheduleState | string> {
  const { of } = rerun;
  const rows = await (of == null ? findDraftRows(trx, workflowId) : findRerunRows(trx, { of, workflowId }));
  if (!rows)
    return of == null
      ? "Only a draft can run from a node without an earlier execution: name one in 'of'"
      : `Execution '${of.slice(0, 200)}' does not exist`;
  const ended = of == null ? [] : await loadFinishedNodes(trx, of);
  const planned = planRerun(flow, { trigger, rerun, ended });
  if (typeof planned === 'string') return planned;
  const { state, skipped } = planned;
  const kinds = new Map(flow.nodes.map(({ id, kind }) => [id, kind]));
  const given = rerun.outputs ?? {};
  const reused = skipped.map(({ nodeId, run }) => ({ nodeId, run, kind: kinds.get(nodeId) ?? '' }));
  await storeReusedOutputs(trx, rows, {
    copied: reused.filter(({ nodeId }) => !Object.hasOwn(given, nodeId)),
    changed: reused.flatMap((one) =>
      Object.hasOwn(given, one.nodeId) ? [{ ...one, ...toChanged(one.kind, given[one.nodeId]) }] : [],
    ),
  });
  return state;
}

/** A text answer also gets its text, because later agents read it as a message. */
function toChanged(kind: string, output: unknown): Pick<ChangedOutput, 'output' | 'text'> {
  const content = readTraits(kind).says === 'answer' ? readText(output) : undefined;
  if (content === undefined) return { output: toStorable(output), text: undefined };
  return { output: null, text: { content, tokens: countMessageTokens({ role: 'assistant', content }) } };
}

function readText(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null || Object.keys(output).length !== 1) return undefined;
  const text = 'output' in output ? output.output : undefined;
  return typeof text === 'string' ? text : undefined;
}
