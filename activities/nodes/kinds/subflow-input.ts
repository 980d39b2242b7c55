import { findAncestors } from '../../../flow/graph/find-ancestors.js';
import { nodeOrder } from '../../../flow/graph/node-order.js';
import { pathNames } from '../../../flow/paths/path-names.js';
import { readPath } from '../../../flow/paths/read-path.js';
import { outerIterations } from '../../../flow/scheduler/outer-iterations.js';
import { loadAnswers } from '../../../store/nodes/node-answers.js';
import { loadNodeResults } from '../../../store/nodes/node-outputs.js';
import { loadTriggerText } from '../../sandbox/load-scope.js';
import { loadNodeScope, type NodeToEvaluate } from './evaluator.js';
import { unwrapOutput } from './unwrap-output.js';

type Work = NodeToEvaluate<'subflow'>;

export async function scopeText(work: Work): Promise<string> {
  const { inputSource: source = 'last_message', sourceNodeId: sourceId } = work.node.config.extraConfig ?? {};
  if (source === 'last_message') return loadLastMessage(work);
  if (source !== 'node_output' || sourceId === undefined) return '';
  const output = unwrapOutput(await loadOutput(work, sourceId));
  if (output == null) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}

async function loadOutput({ db, row }: Work, nodeId: string): Promise<unknown> {
  const iterations = outerIterations(row.iteration);
  const results = await loadNodeResults(db, { executionId: row.executionId, iterations, nodeIds: [nodeId] });
  const [innermost] = results.sort(
    (one, other) => iterations.indexOf(one.iteration) - iterations.indexOf(other.iteration),
  );
  return innermost?.output;
}

async function loadLastMessage({ db, row, execution, flow }: Work): Promise<string> {
  const before = findAncestors(flow, row.nodeId);
  const answers = await loadAnswers(db, {
    executionId: row.executionId,
    nodeIds: flow.nodes.map(({ id }) => id).filter((id) => before.has(id)),
    iterations: outerIterations(row.iteration),
  });
  const order = nodeOrder(flow);
  const last = answers
    .filter(({ text }) => text.trim() !== '')
    .sort((one, other) => order.indexOf(one.nodeId) - order.indexOf(other.nodeId))
    .at(-1);
  return last?.text ?? (await loadTriggerText(db, execution));
}

export async function mapInput(work: Work): Promise<Record<string, unknown> | undefined> {
  const { input } = work.node.config;
  if (!input) return undefined;
  const names = Object.values(input).flatMap((path) => pathNames(path).slice(0, 2));
  const scope = await loadNodeScope(work, { names });
  return Object.fromEntries(Object.entries(input).map(([key, path]) => [key, readPath(scope, path)]));
}
