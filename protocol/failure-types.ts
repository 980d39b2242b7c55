/** Projects may add types. `docs/reference/errors.md` shows the comments. */
export const FAILURE_TYPES = [
  /** The Workflow ID does not match the input's flow and user. */
  'Conversation.InvalidId',
  /** The flow is not registered. */
  'Conversation.UnknownFlow',
  /** The sub-thread or its parent does not exist. */
  'Conversation.UnknownThread',
  /** A sub-thread's anchor is not in a message. */
  'Conversation.InvalidAnchor',
  /** The message is missing, empty, too long or malformed. */
  'Conversation.InvalidTurn',
  /** The queue is full. Retry later. */
  'Conversation.QueueFull',
  /** The conversation is closing or closed. */
  'Conversation.Closed',
  /** Eight `ask`s are waiting, or a Continue-As-New is due. Retry soon. */
  'Conversation.Busy',
  /** The turn was canceled. */
  'Conversation.TurnCancelled',
  /** The turn failed, and its error is no longer stored. */
  'Conversation.TurnFailed',
  /** Another turn of the conversation is running. */
  'Conversation.TurnActive',
  /** The fork's id belongs to another conversation. */
  'Conversation.IdTaken',
  /** Forks read the messages. Delete the forks first. */
  'Conversation.HasForks',
  /** Revoke a shared link, or wait until one expires. */
  'Conversation.TooManyLinks',

  /** The id or idempotency key was used with other content. */
  'Turn.Conflict',
  /** The message has started, joined a turn or ended, so it cannot be changed. Nothing was changed. */
  'Turn.NotQueued',

  /** The execution has already ended. */
  'Execution.Ended',
  /** Another owner's execution has the id. */
  'Execution.IdTaken',
  /** No trigger of the flow can start the execution. */
  'Execution.NoTrigger',
  /** The execution's text is not stored. */
  'Execution.MissingText',
  /** No execution planned this sub-execution. */
  'Execution.NotPlanned',
  /** The execution was canceled, terminated or timed out. */
  'Execution.Cancelled',
  /** The execution is a sub-execution or has files, or its nodes do not permit this rerun or draft. */
  'Execution.NotRepeatable',
  /** No running agent accepts a step. */
  'Execution.NotRunning',
  /** Several agents are running. Name one. */
  'Execution.SeveralRunning',
  /** A pushed step is empty, too long or malformed. */
  'Execution.InvalidStep',

  /** The payload's key is unknown, or the payload was copied from another Workflow. */
  'Encryption.Unreadable',
  /** The workers encrypt, but the client has no keys. Nothing was sent. */
  'Encryption.KeysMissing',

  /** No question waits, or several do and the answer names none. */
  'Approval.NotWaiting',
  /** The answer is not a string, is too long, or does not fit the tool's input. */
  'Approval.InvalidAnswer',
  /** The question waits for other people. */
  'Approval.NotPermitted',
  /** A person refused, which ended the execution. */
  'Approval.Refused',
  /** Nobody answered in time, which ended the execution. */
  'Approval.Expired',

  /** A template, an expression or a setting cannot be evaluated. */
  'Node.Failed',
  /** The project does not allow the Workflow, its Task Queue or the flow that starts it. */
  'Node.Forbidden',
  /** The worker's sandbox threads are busy. Retried 20 times. */
  'Node.Busy',
  /** No worker with the node kind was available in time. */
  'Node.NotRegistered',
  /** The model chose no category, and there is no fallback. */
  'Node.NoCategory',
  /** The flow or its version does not exist. */
  'Flow.NotFound',
  /** The flow has errors. The message names the first. */
  'Flow.Invalid',
  /** The sub-execution would be nested too deep. */
  'Flow.TooDeep',

  /** The provider's rate limit was reached. Retried when allowed. */
  'Model.RateLimited',
  /** The provider is unavailable or cut its stream. Retried. */
  'Model.Unavailable',
  /** Another worker can call the model. Retried there. */
  'Model.NotRegistered',
  /** The provider rejected the key or the account. */
  'Model.Authentication',
  /** The provider rejected the request. */
  'Model.InvalidRequest',
  /** The provider rejected the context as too long. Planned again, smaller. */
  'Model.ContextOverflow',
  /** The model's chat template rejected the layout. Sent again in another. */
  'Model.LayoutRejected',
  /** Too long, too slow, too many tool calls, or not the requested object even after a correction. */
  'Model.InvalidAnswer',
  /** The answer is only the requested summary. Called again without the request. */
  'Model.NoAnswer',

  /** No worker with the tool was available in time. */
  'Tool.NotRegistered',

  /** The required messages do not fit the model's window. */
  'Context.CannotFit',
  /** A planned context breaks a provider's rule. */
  'Context.Invalid',
  /** A planned context cannot be rebuilt. */
  'Context.Changed',
  /** The call would exceed the execution's budget. */
  'Budget.Exceeded',
  /** The budget is in USD, but a model's price is unknown. */
  'Budget.NoPrice',

  /** Postgres is unavailable, or gave up a statement. Retried. */
  'Store.Unavailable',
  /** A row breaks a database constraint. */
  'Transcript.Conflict',
  /** The worker stopped during the call. Called again. */
  'Worker.Stopped',
  /** The worker's code failed unexpectedly, more than once. */
  'Worker.Error',

  /** The user has too many turns, executions or sandbox seconds. Retry after `retryAfterMs`. */
  'User.LimitReached',
  /** The user's files would exceed `limits.perUser.storedBytes`. */
  'User.StorageFull',

  /** Does not exist, or belongs to another user. */
  'Client.NotFound',
  /** The Update belongs to another kind of Workflow. */
  'Client.WrongWorkflow',
  /** A cursor, an event id, a number, a date or a rating is invalid. */
  'Client.InvalidCursor',
  /** Invalid settings, missing rows, or no planner. */
  'Client.InvalidPlan',
  /** A thread's title has no visible character. */
  'Client.InvalidTitle',
  /** No answer from Temporal, Postgres or the workers. Nothing was changed. */
  'Client.Unavailable',
  /** An operator paused the Workflow. Nothing was changed. Unpause it in Temporal, then retry. */
  'Client.Paused',
  /** Temporal, Postgres or the workers stopped answering. The request may still take effect. */
  'Client.OutcomeOpen',
  /** Temporal, Postgres or Threadline rejected the request, and would again. See `cause`. */
  'Client.Refused',

  /** Credentials are missing or invalid. */
  'Gateway.Unauthorized',
  /** The host or the page's origin is unknown, or links are off. The message names the setting. */
  'Gateway.Forbidden',
  /** The message names the invalid field. */
  'Gateway.InvalidRequest',
  /** The route does not exist. */
  'Gateway.NotFound',
  /** The route does not accept this method. */
  'Gateway.MethodNotAllowed',
  /** The request body is too large. */
  'Gateway.TooLarge',
  /** Too many large requests. Retry after `retryAfterMs`. */
  'Gateway.Busy',
  /** The request body is compressed. */
  'Gateway.UnsupportedEncoding',
  /** Too many requests or open streams. Retry after `retryAfterMs`. */
  'Gateway.LimitReached',
  /** See the gateway's log. */
  'Gateway.Error',
] as const;

export type FailureType = (typeof FAILURE_TYPES)[number];
export type FailureTypeOf<Area extends string> = Extract<FailureType, `${Area}.${string}`>;
