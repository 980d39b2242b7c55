import { expect } from 'vitest';
import { itemIteration, outerIteration } from '../../../flow/scheduler/iteration.js';
import type { LoopClose } from '../../../flow/scheduler/loop-close.js';
import type { NodeRun } from '../../../flow/scheduler/node-run.js';
import { runningNodes } from '../../../flow/scheduler/running-nodes.js';
import type { ScheduleEvent } from '../../../flow/scheduler/schedule-event.js';
import type { BuiltGraph } from './any-graph.js';
import { randomOf, type Outcome } from './outcomes.js';
import { nameRun, Performer } from './performer.js';

interface Input {
  graph: BuiltGraph;
  triggerId: string;
  outcomeOf: (run: NodeRun) => Outcome;
  orderSeed: number;
}

export function walkSchedule({ graph, triggerId, outcomeOf, orderSeed }: Input): Performer {
  const performer = new Performer(graph, triggerId);
  const random = randomOf(orderSeed);
  const pending: (NodeRun | LoopClose)[] = [...performer.step.start];
  const startedAt = new Map(pending.map((run) => [nameRun(run), 0]));
  const settledAt = new Map<string, number>();
  for (let tick = 1; performer.status === undefined; tick++) {
    const [next] = pending.splice(random(pending.length || 1), 1);
    if (next === undefined) throw new Error('Nothing runs, and the schedule has not ended');
    const event = eventOf(next, { outcome: outcomeOf(next), graph });
    performer.report(event);
    if (event.kind !== 'loop-opened') settledAt.set(nameRun(next), tick);
    for (const run of performer.step.start) {
      if (startedAt.has(nameRun(run))) throw new Error(`${nameRun(run)} started twice`);
      startedAt.set(nameRun(run), tick);
    }
    for (const close of performer.closes)
      expect(performer.runs[close.run]).toMatchObject({ nodeId: close.nodeId, iteration: close.iteration });
    pending.push(...performer.step.start, ...performer.closes);
    checkRunning(performer, graph);
  }
  expect(performer.runs.map(({ run }) => run)).toEqual(performer.runs.map((_, at) => at));
  checkOrder(performer, { startedAt, settledAt });
  checkPauses(performer);
  return performer;
}

function eventOf(
  next: NodeRun | LoopClose,
  { outcome, graph }: { outcome: Outcome; graph: BuiltGraph },
): ScheduleEvent {
  const { nodeId, iteration } = next;
  const failed: ScheduleEvent = { kind: 'failed', nodeId, iteration };
  const isLoop = graph.nodes.some(({ id, loop }) => id === nodeId && loop !== undefined);
  if ('isFailed' in next)
    return next.isFailed || outcome.isCloseFailed ? failed : { kind: 'succeeded', nodeId, iteration };
  if (outcome.isFailed) return failed;
  if (isLoop) return { kind: 'loop-opened', nodeId, iteration, total: outcome.total };
  return { kind: 'succeeded', nodeId, iteration, route: outcome.route };
}

function checkRunning({ step }: Performer, graph: BuiltGraph): void {
  const items = new Map<string, Set<string>>();
  for (const { nodeId, iteration } of runningNodes(step.state)) {
    const owner = graph.owners.get(nodeId) ?? '';
    const key = nameRun({ nodeId: owner, iteration: outerIteration(iteration) });
    items.set(key, (items.get(key) ?? new Set()).add(iteration));
  }
  for (const [key, { size }] of items) {
    const loop = graph.nodes.find(({ id }) => id === key.split('@')[0])?.loop;
    if (size > (loop?.parallel ?? 1)) throw new Error(`${size} items of '${key}' run at once`);
  }
}

function checkOrder(
  { graph, runs }: Performer,
  { startedAt, settledAt }: { startedAt: Map<string, number>; settledAt: Map<string, number> },
): void {
  for (const run of runs)
    for (const { from, to, on } of graph.edges) {
      const source = nameRun({ nodeId: from, iteration: run.iteration });
      if (to !== run.nodeId || on === 'next' || !startedAt.has(source)) continue;
      const settled = settledAt.get(source) ?? Infinity;
      if (settled > startedAt.get(nameRun(run))!)
        throw new Error(`${nameRun(run)} started before ${source} settled`);
    }
}

function checkPauses({ runs }: Performer): void {
  const items = new Set<string>();
  for (const { pausesFor, iteration } of runs) {
    if (pausesFor === undefined) continue;
    const index = Number(iteration.split('.').at(-1));
    const before = itemIteration(outerIteration(iteration), index - 1);
    items.add(nameRun({ nodeId: pausesFor, iteration }));
    const isInOrder = index === 1 || items.has(nameRun({ nodeId: pausesFor, iteration: before }));
    if (index === 0 || !isInOrder) throw new Error(`Item ${iteration} of '${pausesFor}' started too early`);
  }
}
