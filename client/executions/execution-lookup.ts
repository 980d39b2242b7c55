import {
  isGrpcDeadlineError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  type WorkflowExecutionDescription,
} from '@temporalio/client';
import { findExecutionView } from '../../store/execution/execution-views.js';
import type { AnsweredExecution } from '../../views/execution.js';
import { Call } from '../call/call.js';
import { toThreadlineError } from '../call/to-threadline-error.js';
import { isOwnExecution } from '../../protocol/ids.js';
import { isOpen } from '../../temporal/is-open.js';
import type { ClientContext } from '../client-context.js';
import { executionNotFound } from '../execution-not-found.js';
import { ThreadlineError } from '../threadline-error.js';

/** Also finds an execution without a Workflow run or a row. */
export class ExecutionLookup {
  readonly #context: ClientContext;

  constructor(context: ClientContext) {
    this.#context = context;
  }

  /** Throws `Client.NotFound` if the execution is unknown or another user's. */
  async find(executionId: string, call = new Call(this.#context)): Promise<AnsweredExecution> {
    const { db, user } = this.#context;
    const view = await call.read(() => findExecutionView(db, { executionId, user }));
    if (!view) throw executionNotFound(executionId);
    return view;
  }

  /**
   * Like `find`, but an execution with the user's own id may have no row yet.
   */
  async checkStreamable(executionId: string, call: Call): Promise<void> {
    const { user } = this.#context;
    if (user !== undefined && !isOwnExecution(executionId, user)) await this.find(executionId, call);
  }

  async checkWorkflowIsOpen(executionId: string, call: Call): Promise<undefined> {
    if (!isOpen(await call.query(() => this.#describe(executionId)))) throw executionNotFound(executionId);
  }

  async awaitAnswer(executionId: string, timeoutMs?: number): Promise<string> {
    const call = new Call(this.#context, { timeoutMs });
    while (!(await call.query(() => this.#hasEnded(executionId)))) {
      call.restart();
      await call.query(() => this.#describe(executionId));
      call.restart();
    }
    return (await this.find(executionId, call)).answer ?? '';
  }

  async #describe(executionId: string): Promise<WorkflowExecutionDescription> {
    try {
      return await this.#context.temporal.workflow.getHandle(executionId).describe();
    } catch (error) {
      throw error instanceof WorkflowNotFoundError ? executionNotFound(executionId) : error;
    }
  }

  /** Waits as long as one request may take. */
  async #hasEnded(executionId: string): Promise<boolean> {
    try {
      await this.#context.temporal.workflow.getHandle(executionId).result();
      return true;
    } catch (error) {
      if (isGrpcDeadlineError(error)) return false;
      if (error instanceof WorkflowNotFoundError) throw executionNotFound(executionId);
      throw error instanceof WorkflowFailedError ? executionFailure(executionId, error) : error;
    }
  }
}

function executionFailure(executionId: string, error: WorkflowFailedError): unknown {
  const failure = toThreadlineError(error);
  if (failure instanceof ThreadlineError && failure.type !== 'Client.OutcomeOpen') return failure;
  const why = error.cause?.message ?? error.message;
  return new ThreadlineError(
    'Execution.Cancelled',
    `Execution '${executionId.slice(0, 200)}' has no answer: ${why}`,
    { cause: error.cause ?? error },
  );
}

export function nodeNotFound(id: string, nodeId: string): ThreadlineError {
  return new ThreadlineError(
    'Client.NotFound',
    `Execution '${id.slice(0, 200)}' has no node '${nodeId.slice(0, 100)}'`,
  );
}

export function stepNotFound(id: string, step: number): ThreadlineError {
  return new ThreadlineError(
    'Client.NotFound',
    `Execution '${id.slice(0, 200)}' has no model call with step ${step}`,
  );
}
