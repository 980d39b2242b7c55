import { WorkflowNotFoundError } from '@temporalio/client';
import { findExecutionView, type ExecutionView } from '../../store/execution/execution-views.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** Finds the executions that a client may see; an execution has a Workflow before it has a row. */
export class ExecutionLookup {
  readonly #context: ClientContext;
  /** Executions that a client of one user started, until their rows are seen. */
  readonly #started = new Set<string>();

  constructor(context: ClientContext) {
    this.#context = context;
  }

  noteStarted(executionId: string): void {
    if (this.#context.user !== undefined) this.#started.add(executionId);
  }

  /** Throws `Client.NotFound`, for another user's execution too. */
  async find(executionId: string): Promise<ExecutionView & { answer: string | null }> {
    const { db, user } = this.#context;
    const view = await findExecutionView(db, { executionId, user });
    if (view === undefined) throw executionNotFound(executionId);
    this.#started.delete(executionId);
    return view;
  }

  /** Throws `Client.NotFound` for another user's execution; one that this client has just started has no row yet. */
  async checkStreamable(executionId: string): Promise<void> {
    if (this.#context.user !== undefined && !this.#started.has(executionId)) await this.find(executionId);
  }

  /** For an execution without a row: throws `Client.NotFound` unless its Workflow runs. */
  async checkWorkflowRuns(executionId: string): Promise<undefined> {
    const { status } = await this.#context.temporal.workflow
      .getHandle(executionId)
      .describe()
      .catch((error: unknown) => {
        throw error instanceof WorkflowNotFoundError ? executionNotFound(executionId) : error;
      });
    if (status.name !== 'RUNNING') throw executionNotFound(executionId);
  }

  /** Waits until the Workflow has ended. */
  async awaitAnswer(executionId: string): Promise<string> {
    await this.#context.temporal.workflow.getHandle(executionId).result();
    return (await this.find(executionId)).answer ?? '';
  }
}

export function executionNotFound(id: string): ThreadlineError {
  return new ThreadlineError(
    'Client.NotFound',
    `There is no execution or conversation '${id.slice(0, 200)}'`,
  );
}
