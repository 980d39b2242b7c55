import { MAX_QUEUED_STEPS, QUEUE_NAMES, type QueueName } from '../../protocol/step-queues.js';

/**
 * The steps that wait in the queues of one run, first in first out. Its methods throw an error that says
 * `Invalid list type` for a name that is none of the three.
 */
export class StepQueues<Step> {
  private readonly queues: Readonly<Record<QueueName, Step[]>> = { pre: [], todo: [], post: [] };

  /** Adds a step behind the others. False: the queue is full, and stays as it is. */
  push(name: QueueName, step: Step): boolean {
    const queue = this.find(name);
    if (queue.length >= MAX_QUEUED_STEPS) return false;
    queue.push(step);
    return true;
  }

  /** Takes the step that waits longest; undefined: none does. */
  take(name: QueueName): Step | undefined {
    return this.find(name).shift();
  }

  /** Takes a step out of its place; false: it does not wait. */
  remove(name: QueueName, step: Step): boolean {
    const queue = this.find(name);
    const index = queue.indexOf(step);
    if (index >= 0) queue.splice(index, 1);
    return index >= 0;
  }

  /** The steps that wait, the longest first. */
  list(name: QueueName): readonly Step[] {
    return [...this.find(name)];
  }

  /** How many steps wait. */
  size(name: QueueName): number {
    return this.find(name).length;
  }

  private find(name: QueueName): Step[] {
    // Names come from callers in plain JavaScript, too.
    if (!QUEUE_NAMES.includes(name))
      throw new Error(`Invalid list type '${String(name)}': it must be one of ${QUEUE_NAMES.join(', ')}`);
    return this.queues[name];
  }
}
