import type { FlowDefinition } from '../../flow/definition.js';
import { rerunProblem } from '../../flow/execution/rerun-problem.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import { reachableFrom } from '../../flow/graph/reachable-from.js';
import { readTraits } from '../../flow/kinds/traits.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import { skipFinished } from '../../flow/scheduler/skip-finished.js';
import { toStorable } from '../../flow/values/to-storable.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import type { FlowPlan } from '../../protocol/activities/execution.js';
import type { RerunFrom } from '../../protocol/messages.js';
import type { Database } from '../../store/database.js';
import {
  loadReusableOutputs,
  storeReusedOutputs,
  type ReusableOutput,
} from '../../store/execution/reused-outputs.js';

/** Idempotent. A text is the reason why it cannot be rerun. */
export async function reuseOutputs(
  db: Database,
  {
    workflowId,
    flow,
    plan,
    rerun,
  }: { workflowId: string; flow: FlowDefinition; plan: FlowPlan; rerun: RerunFrom },
): Promise<ScheduleState | string> {
  const problem = rerunProblem(flow, rerun);
  if (problem !== undefined) return problem;
  const stored = await loadReusableOutputs(db, { of: rerun.of, workflowId });
  if (!stored) return `Execution '${rerun.of.slice(0, 200)}' does not exist`;
  const again = reachableFrom(flow, rerun.from);
  const kinds = new Map(flow.nodes.map(({ id, kind }) => [id, kind]));
  const outputs = new Map(stored.map((node) => [node.nodeId, node]));
  for (const [id, output] of Object.entries(rerun.outputs ?? {}))
    outputs.set(id, toChanged(id, { output, kind: kinds.get(id) ?? '' }));
  const finished = [...outputs.values()]
    .filter(({ nodeId: id }) => kinds.has(id) && id !== rerun.from && !again.has(id) && !findLoop(flow, id))
    .map(({ nodeId, output }) => ({ nodeId, route: readRoute(output) }));
  const { state, skipped } = skipFinished(plan, { trigger: plan.trigger, finished });
  await storeReusedOutputs(
    db,
    workflowId,
    skipped.flatMap(({ nodeId, run }) => {
      const node = outputs.get(nodeId);
      const tokens = node?.text == null ? 0 : countMessageTokens({ role: 'assistant', content: node.text });
      return node ? [{ ...node, run, kind: kinds.get(nodeId) ?? '', tokens }] : [];
    }),
  );
  return state;
}

/** A node that answers in text keeps it as a message, which later agents are sent. */
function toChanged(nodeId: string, { output, kind }: { output: unknown; kind: string }): ReusableOutput {
  const text = readTraits(kind).says === 'answer' ? readText(output) : undefined;
  if (text !== undefined) return { nodeId, output: null, text };
  return { nodeId, output: toStorable(output), text: null };
}

function readText(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null || Object.keys(output).length !== 1) return undefined;
  const text = 'output' in output ? output.output : undefined;
  return typeof text === 'string' ? text : undefined;
}

function readRoute(output: unknown): string | null {
  const route = typeof output === 'object' && output !== null && 'route' in output ? output.route : null;
  return typeof route === 'string' ? route : null;
}
