import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { WAITS_FOR } from '../search-attributes.js';

/** Finds executions that wait for a person in Temporal's list of Workflows. */
export class WaitsFor {
  private questions = 0;

  constructor(private readonly isRegistered: boolean) {}

  async during<Outcome>(ask: () => Promise<Outcome>): Promise<Outcome> {
    this.count(1);
    try {
      return await ask();
    } finally {
      this.count(-1);
    }
  }

  /** An event only at the first and the last of several questions. After Continue-As-New, the attribute is set already. */
  private count(change: 1 | -1): void {
    this.questions += change;
    const value = this.questions > 0 ? 'approval' : null;
    const shown = workflowInfo().typedSearchAttributes.get(WAITS_FOR) ?? null;
    if (this.isRegistered && value !== shown) upsertSearchAttributes([{ key: WAITS_FOR, value }]);
  }
}
