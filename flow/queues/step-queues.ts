import { MAX_QUEUED_STEPS, QUEUE_NAMES, type QueueName } from '../../protocol/queued-steps.js';

export class StepQueues<Step> {
  private readonly queues: Readonly<Record<QueueName, Step[]>> = { pre: [], todo: [], post: [] };

  push(name: QueueName, step: Step): boolean {
    const queue = this.find(name);
    if (queue.length >= MAX_QUEUED_STEPS) return false;
    queue.push(step);
    return true;
  }

  take(name: QueueName): Step | undefined {
    return this.find(name).shift();
  }

  remove(name: QueueName, step: Step): boolean {
    const queue = this.find(name);
    const index = queue.indexOf(step);
    if (index >= 0) queue.splice(index, 1);
    return index >= 0;
  }

  list(name: QueueName): readonly Step[] {
    return [...this.find(name)];
  }

  size(name: QueueName): number {
    return this.find(name).length;
  }

  private find(name: QueueName): Step[] {
    // Checked, because callers may be plain JavaScript.
    if (!QUEUE_NAMES.includes(name))
      throw new Error(`Invalid list type '${String(name)}': it must be one of ${QUEUE_NAMES.join(', ')}`);
    return this.queues[name];
  }
}
