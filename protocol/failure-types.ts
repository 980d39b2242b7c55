/**
 * The `type` of every ApplicationFailure and ThreadlineError. Projects may add types. Each comment is the text in
 * `docs/reference/errors.md`.
 */
export const FAILURE_TYPES = [
  /** The Workflow ID does not match the flow and user of the input. */
  'Conversation.InvalidId',
  /** The flow is not registered. */
  'Conversation.UnknownFlow',
  /** The sub-thread or its parent does not exist. */
  'Conversation.UnknownThread',
  /** A sub-thread's anchor is not a message, or not a part of one. */
  'Conversation.InvalidAnchor',
  /** The message is missing, empty, too long or has an invalid field. */
  'Conversation.InvalidTurn',
  /** The conversation's queue is full. Retry later. */
  'Conversation.QueueFull',
  /** The conversation is closing or closed. */
  'Conversation.Closed',
  /** Eight `ask`s are waiting, or a Continue-As-New is due. Retry in a moment. */
  'Conversation.Busy',
  /** The turn was canceled. */
  'Conversation.TurnCancelled',
  /** The turn failed, and its own error is no longer stored. */
  'Conversation.TurnFailed',
  /** Another turn of the conversation is running. */
  'Conversation.TurnActive',
  /** A fork was requested under the id of another conversation. */
  'Conversation.IdTaken',
  /** Forks read the conversation's messages. Delete them first. */
  'Conversation.HasForks',

  /** The id or idempotency key was used before with another text, file or setting. Use a new one. */
  'Turn.Conflict',

  /** The execution has already ended. */
  'Execution.Ended',
  /** The id belongs to another owner's execution. Use another. */
  'Execution.IdTaken',
  /** The flow has no trigger that could start it. */
  'Execution.NoTrigger',
  /** The text that started the execution is not stored. */
  'Execution.MissingText',
  /** No execution planned this sub-execution. */
  'Execution.NotPlanned',
  /** The execution was canceled, terminated or timed out. */
  'Execution.Cancelled',
  /** A sub-execution or an execution with files cannot be rerun. */
  'Execution.NotRepeatable',
  /** No agent is running that accepts a step. */
  'Execution.NotRunning',
  /** Several agents are running. Name the one for the step. */
  'Execution.SeveralRunning',
  /** A pushed step is empty, too long or malformed. */
  'Execution.InvalidStep',

  /** A payload is encrypted with an unknown key, or was copied from another Workflow. */
  'Encryption.Unreadable',
  /** The workers encrypt, but the client has no keys. Nothing was sent. */
  'Encryption.KeysMissing',

  /** No question waits, or several do and the answer names none. */
  'Approval.NotWaiting',
  /** The answer is not a text, is too long, or does not fit the tool's input. */
  'Approval.InvalidAnswer',
  /** The question waits for other people than the caller. */
  'Approval.NotPermitted',
  /** A person refused, which ended the execution. */
  'Approval.Refused',
  /** Nobody answered in time, which ended the execution. */
  'Approval.Expired',

  /** A template, an expression or a setting cannot be evaluated. */
  'Node.Failed',
  /** The project does not allow the Workflow, its Task Queue or the flow that starts it. */
  'Node.Forbidden',
  /** All sandbox threads of the worker are busy. Retried 20 times. */
  'Node.Busy',
  /** No worker with the flow's node kind accepted the work in time. */
  'Node.NotRegistered',
  /** A categorizer's model chose no category, and there is no fallback. */
  'Node.NoCategory',
  /** The flow or its version does not exist. */
  'Flow.NotFound',
  /** The flow definition has errors. The message names the first. */
  'Flow.Invalid',
  /** The sub-execution would be nested too deep. */
  'Flow.TooDeep',

  /** The provider's rate limit was reached. Retried when the provider allows it. */
  'Model.RateLimited',
  /** The provider is unavailable, or its stream was cut off. Retried. */
  'Model.Unavailable',
  /** Another live worker can call the model. Retried there. */
  'Model.NotRegistered',
  /** The provider rejected the key or the account. */
  'Model.Authentication',
  /** The provider rejected the request. */
  'Model.InvalidRequest',
  /** The provider rejected the context as too long. Planned again with fewer tokens. */
  'Model.ContextOverflow',
  /** The model's chat template rejected the request's layout. Sent again in another. */
  'Model.LayoutRejected',
  /**
   * The answer is longer or slower than allowed, calls too many tools, or is not the requested object, even after a
   * correction.
   */
  'Model.InvalidAnswer',
  /** The model wrote only the requested summary. Repeated without the request. */
  'Model.NoAnswer',

  /** No worker with the flow's tool accepted the work in time. */
  'Tool.NotRegistered',

  /** The messages that must be sent do not fit the model's window. */
  'Context.CannotFit',
  /** A planned context breaks a rule of its provider. */
  'Context.Invalid',
  /** A planned context cannot be rebuilt from the database. */
  'Context.Changed',
  /** The call would exceed the execution's budget. */
  'Budget.Exceeded',
  /** The budget is in USD, but the price of a model is unknown. */
  'Budget.NoPrice',

  /** Postgres is unavailable, or gave up a statement. Retried. */
  'Store.Unavailable',
  /** A row breaks a database constraint. */
  'Transcript.Conflict',
  /** The worker stopped during the call. The next attempt repeats it. */
  'Worker.Stopped',
  /** The worker's code failed unexpectedly, more than once. */
  'Worker.Error',

  /** The user has too many turns, executions or seconds of sandbox time. Retry after `retryAfterMs`. */
  'User.LimitReached',
  /** The user's files would take more than `limits.perUser.storedBytes`. */
  'User.StorageFull',

  /** The object does not exist, or belongs to another user. */
  'Client.NotFound',
  /** The Update belongs to another kind of Workflow. The message names it. */
  'Client.WrongWorkflow',
  /** A cursor, an event id, a limit or a timeout is invalid. */
  'Client.InvalidCursor',
  /** A stored call cannot be planned again: invalid settings, missing rows, or a client without a planner. */
  'Client.InvalidPlan',
  /** A thread's title has no visible character. */
  'Client.InvalidTitle',
  /** Temporal, Postgres or the workers did not answer, and nothing was changed. */
  'Client.Unavailable',
  /** An operator paused the Workflow in Temporal, and nothing was changed. Unpause it, then repeat the request. */
  'Client.Paused',
  /** Temporal, Postgres or the workers stopped answering. The request may still take effect. */
  'Client.OutcomeOpen',
  /** Temporal, Postgres or Threadline rejected the request, and would again. See `cause`. */
  'Client.Refused',

  /** Credentials are missing or invalid. */
  'Gateway.Unauthorized',
  /** The host name or the page's origin is unknown. The message names the setting. */
  'Gateway.Forbidden',
  /** The request is invalid. The message names the field. */
  'Gateway.InvalidRequest',
  /** The route does not exist. */
  'Gateway.NotFound',
  /** The route exists, but not for this method. */
  'Gateway.MethodNotAllowed',
  /** The request body is too large. */
  'Gateway.TooLarge',
  /** The gateway is reading too many large requests. Retry after `retryAfterMs`. */
  'Gateway.Busy',
  /** The request body is compressed. */
  'Gateway.UnsupportedEncoding',
  /** The user has sent too many requests, or has too many open streams. Retry after `retryAfterMs`. */
  'Gateway.LimitReached',
  /** The gateway failed. Details are only in its log. */
  'Gateway.Error',
] as const;

export type FailureType = (typeof FAILURE_TYPES)[number];
export type FailureTypeOf<Area extends string> = Extract<FailureType, `${Area}.${string}`>;
