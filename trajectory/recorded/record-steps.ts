import { NODE_TYPES, type NodeType } from '../graph/node-types.js';
import { namedIn, toId } from './end-of-run.js';
import { GrowingRun } from './growing-run.js';
import type { RecordedCall, RecordedRun, RunGrowth } from './recorded-run.js';

/** Recording a step again yields the same nodes. */
export function recordSteps(run: RecordedRun): RunGrowth | undefined {
  const growing = new GrowingRun(run);
  if (!run.head) growing.addQuestion(run.given);
  const known = run.head?.last?.step;
  addCalls(growing, listCalls(run, known));
  for (const step of run.steps) {
    growing.addStep(step);
    addCalls(growing, listCalls(run, step.step));
  }
  return growing.growth();
}

function listCalls({ calls }: RecordedRun, step: number | undefined): RecordedCall[] {
  return calls.filter((call) => call.step === step);
}

/** Adds calls first to whose nodes other calls refer. */
function addCalls(growing: GrowingRun, calls: readonly RecordedCall[]): void {
  for (const call of calls) growing.addTouched(call);
  const waiting = calls.filter(({ writes = [] }) => writes.length > 0);
  while (waiting.length > 0) {
    const ready = waiting.findIndex((call) => growing.has(foreignTo(call)));
    if (ready < 0) return;
    for (const write of waiting.splice(ready, 1)[0]?.writes ?? []) growing.write(write);
  }
}

function foreignTo({ writes = [] }: RecordedCall) {
  const own = new Set(writes.flatMap((write) => (write.kind === 'add' ? [toId(write.node)] : [])));
  return writes.flatMap(namedIn).filter((place) => !own.has(toId(place)));
}

export function countTypes(nodes: readonly { type: NodeType }[]): number[] {
  const counts = NODE_TYPES.map(() => 0);
  for (const { type } of nodes) {
    const index = NODE_TYPES.indexOf(type);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
