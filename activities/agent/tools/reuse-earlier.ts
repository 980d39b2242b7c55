import { artifactName, parseArtifactName } from '../../../context/results/artifact-name.js';
import type { Database } from '../../../store/database.js';
import { findEarlierRun, type EarlierRun } from '../../../store/calls/earlier-runs.js';
import { reuseResult } from '../../../store/calls/reuse-result.js';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';
import { readRetry } from '../../../extend/tools/tool-limits.js';
import { describeRepeatedCall } from './describe-repeated-call.js';
import { hashArguments } from './hash-arguments.js';
import type { CallToPermit } from './seek-approval.js';

/**
 * `unknown`: an interrupted run may have had its effect, so the tool must not run again. `removed`: nor after retention
 * has removed the result of a run.
 */
export type Earlier =
  | { kind: 'reused' }
  | { kind: 'unknown' | 'removed'; run: EarlierRun }
  | { kind: 'runs'; run: EarlierRun | undefined };

export async function reuseEarlier(
  db: Database,
  tool: ToolDefinition | undefined,
  call: CallToPermit,
): Promise<Earlier> {
  const { execution, opened, step, ordinal, workflowId } = call;
  if (!execution.isRepeated || !tool) return { kind: 'runs', run: undefined };
  const { nodeId, iteration, call: asked, calls } = opened;
  const argumentsHash = hashArguments(asked);
  const key = { executionId: execution.id, step, ordinal };
  const run = await findEarlierRun(db, { ...key, nodeId, iteration, argumentsHash });
  if (!run) return { kind: 'runs', run };
  const isSafe = readRetry(tool).interrupted === 'safe';
  if (run.outcome === 'unknown' && !isSafe) return { kind: 'unknown', run };
  const mayReuse = run.outcome === 'ran' && tool.reuse !== 'never' && !(run.isAnswered && isSafe);
  if (!mayReuse) return { kind: 'runs', run };
  const repeated = await describeRepeatedCall(db, { ...call, call: asked, calls, hash: argumentsHash });
  if (repeated !== undefined) return { kind: 'runs', run: undefined };
  const { toolCallId, toolName } = asked;
  const rename = (name: string): string => moveName(name, { tool: toolName, step, ordinal });
  const isReused = await reuseResult(db, {
    ...key,
    workflowId,
    argumentsHash,
    toolCallId,
    name: toolName.slice(0, 200),
    earlier: run,
    rename,
  });
  if (isReused) return { kind: 'reused' };
  return { kind: isSafe ? 'runs' : 'removed', run };
}

function moveName(name: string, place: { tool: string; step: number; ordinal: number }): string {
  const was = parseArtifactName(name);
  if (!was) return name;
  return artifactName({ ...place, part: was.part, extension: name.slice(name.lastIndexOf('.') + 1) });
}
