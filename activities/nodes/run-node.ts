import { Context } from '@temporalio/activity';
import { stepBase } from '../../flow/execution/step-blocks.js';
import type { NodeDefinition } from '../../extend/nodes/define-node.js';
import type { LeftWork } from '../../protocol/activities/left-work.js';
import type { NodeRunInput } from '../../protocol/activities/nodes.js';
import { endNodeOutput, findNodeOutput, insertNodeOutput } from '../../store/nodes/node-outputs.js';
import type { ActivityDependencies } from '../dependencies.js';
import { createMissingOnWorker } from '../missing-on-worker.js';
import { createRecorder } from '../trajectory/recorder.js';
import { CallWriter } from '../trajectory/call-writer.js';
import { openOwnGraph } from './open-own-graph.js';
import { TouchedThings } from '../trajectory/touched-things.js';
import { portraitRule } from '../upkeep/portrait-rule.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';
import { executeCustom } from './kinds/custom.js';
import { openNode, type NodeAtWork } from './open-node.js';
import { orTooLarge } from './or-too-large.js';

export function createRunNode(dependencies: ActivityDependencies) {
  const { db, nodes, timing, userSlots, onPoint } = dependencies;
  const recorder = createRecorder(dependencies);
  const missingOnWorker = createMissingOnWorker(dependencies);

  return async function runNode(input: NodeRunInput): Promise<LeftWork | null> {
    const details = () => ({ phase: 'running', nodeId: input.nodeId });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      await onPoint?.('runNode.before');
      userSlots.lend(callerWorkflowId());
      const work = await openNode(db, input);
      const stored = await findNodeOutput(db, work.row);
      // The trajectory is written again, because an earlier try may have died before it did so.
      if (stored?.status === 'success') return record(work);
      return (await run(work)) ? record(work) : null;
    });
  };

  async function run(work: NodeAtWork): Promise<boolean> {
    const { row } = work;
    const definition = await findDefinition(row.kind);
    await insertNodeOutput(db, { ...row, status: 'running' });
    const things = new TouchedThings();
    const writer = new CallWriter(() => Promise.resolve(openOwnGraph(work)));
    const { cancellationSignal } = Context.current();
    const output = await executeCustom(dependencies, work, {
      definition,
      things,
      writer,
      cancellationSignal,
    });
    await onPoint?.('runNode.ran');
    const writes = await writer.close();
    const ended = { ...row, status: 'success' as const, output, touched: things.list, writes };
    await orTooLarge(row.nodeId, () => endNodeOutput(db, ended));
    return things.list.length + writes.length > 0;
  }

  async function findDefinition(kind: string): Promise<NodeDefinition> {
    const definition = nodes.find(kind);
    if (!definition) throw await missingOnWorker({ what: 'kind', name: kind });
    return definition;
  }

  async function record({ row, flow }: NodeAtWork): Promise<LeftWork | null> {
    const describes = portraitRule(flow) !== undefined;
    const { leavesWork } = await recorder.record({
      executionId: row.executionId,
      base: stepBase(row.run),
      describes,
    });
    return leavesWork ? { leavesWork } : null;
  }
}
