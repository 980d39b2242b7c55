import { setCurrentDetails } from '@temporalio/workflow';
import type { FlowPlan } from '../../protocol/activities/execution.js';
import type { ShownStatus } from '../../flow/scheduler/node-statuses.js';
import type { FinalStatus } from '../../protocol/final-status.js';
import { placeWords, type RunPlace } from './run-place.js';

/** Omits further nodes, because many may run in parallel. */
const MAX_LINES = 20;
const MARKS: Record<ShownStatus, string> = {
  success: '✓',
  running: '▶',
  failed: '✗',
  skipped: '–',
  pending: '·',
};

export class ProgressBoard {
  phase = 'running';
  private statuses: Record<ShownStatus, string[]> | undefined;
  private readonly notes = new Map<string, string>();

  constructor(private readonly plan: Pick<FlowPlan, 'nodes' | 'trigger'>) {}

  show(statuses: Record<ShownStatus, string[]>): void {
    this.statuses = statuses;
    this.update();
  }

  begin(run: RunPlace): void {
    this.note(run, 'at work');
  }

  note(run: RunPlace, words: string): void {
    this.notes.set(placeWords(run), words);
    this.update();
  }

  end(run: RunPlace): void {
    this.notes.delete(placeWords(run));
    this.update();
  }

  private update(): void {
    const lines = [...this.notes].slice(0, MAX_LINES).map(([label, words]) => `**${label}**: ${words}`);
    const more = this.notes.size - lines.length;
    if (more > 0) lines.push(`and ${more} more`);
    setCurrentDetails([this.overview(), ...lines].filter((line) => line !== '').join('\n\n'));
  }

  private overview(): string {
    const { statuses } = this;
    if (!statuses) return '';
    const markOf = new Map(
      Object.entries(statuses).flatMap(([status, ids]) =>
        ids.map((id) => [id, MARKS[status as ShownStatus]] as const),
      ),
    );
    const shown = this.plan.nodes.filter(({ id }) => id !== this.plan.trigger && markOf.has(id));
    return shown.length < 2 ? '' : shown.map(({ id }) => `${markOf.get(id)} ${id}`).join('  ');
  }
}

export function showBeginning(): void {
  setCurrentDetails('Beginning, or waiting for the turn before it to end');
}

export function showEnd(status: FinalStatus, facts: string): void {
  const words = { completed: 'Completed, the answer is stored', failed: 'Failed', cancelled: 'Cancelled' };
  setCurrentDetails(`${words[status]}: ${facts}`);
}
