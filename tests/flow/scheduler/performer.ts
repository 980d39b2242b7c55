import { expect } from 'vitest';
import { advance } from '../../../flow/scheduler/advance.js';
import type { ScheduleGraph } from '../../../flow/scheduler/schedule-graph.js';
import type { LoopClose } from '../../../flow/scheduler/loop-close.js';
import type { NodeRun } from '../../../flow/scheduler/node-run.js';
import type { ScheduleEvent } from '../../../flow/scheduler/schedule-event.js';
import type { ScheduleStep } from '../../../flow/scheduler/schedule-step.js';
import { startSchedule } from '../../../flow/scheduler/start-schedule.js';

export class Performer {
  readonly graph: ScheduleGraph;
  readonly runs: NodeRun[] = [];
  step: ScheduleStep;

  constructor(graph: ScheduleGraph, triggerId = 't') {
    this.graph = graph;
    this.step = this.take(startSchedule(graph, triggerId));
  }

  get starts(): string[] {
    return this.step.start.map(nameRun);
  }

  get stops(): string[] {
    return this.step.stop.map(nameRun);
  }

  get closes(): readonly LoopClose[] {
    return this.step.close;
  }

  get status(): string | undefined {
    return this.step.ended?.status;
  }

  succeed(run: string, route?: string | null): this {
    return this.report({ kind: 'succeeded', ...placeOf(run), ...(route !== undefined && { route }) });
  }

  fail(run: string): this {
    return this.report({ kind: 'failed', ...placeOf(run) });
  }

  open(run: string, total: number): this {
    return this.report({ kind: 'loop-opened', ...placeOf(run), total });
  }

  report(event: ScheduleEvent): this {
    const { graph } = this;
    const copy = JSON.parse(JSON.stringify(this.step.state)) as ScheduleStep['state'];
    const fromCopy = JSON.stringify(advance({ graph, state: copy, event }));
    this.step = this.take(advance({ graph, state: this.step.state, event }));
    expect(fromCopy).toBe(JSON.stringify(this.step));
    return this;
  }

  private take(step: ScheduleStep): ScheduleStep {
    this.runs.push(...step.start);
    freeze(step);
    return step;
  }
}

export function nameRun({ nodeId, iteration }: Pick<NodeRun, 'nodeId' | 'iteration'>): string {
  return iteration === '' ? nodeId : `${nodeId}@${iteration}`;
}

function placeOf(run: string): { nodeId: string; iteration: string } {
  const [nodeId = '', iteration = ''] = run.split('@');
  return { nodeId, iteration };
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
}
