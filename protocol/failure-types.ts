/**
 * Types of all failures of the product: of Workflows and Activities the `type` of their ApplicationFailure, of the
 * client that of its ThreadlineError. Branch on these, never on words. Nodes and tools of a project may fail with types
 * of their own.
 */
export const FAILURE_TYPES = [
  /** The Workflow ID is not the one its input gives. */
  'Conversation.InvalidId',
  /** No such flow is registered. */
  'Conversation.UnknownFlow',
  /** No such sub-thread was opened, or what it is to hang on does not exist. */
  'Conversation.UnknownThread',
  /** A sub-thread's anchor names no message, or no part of one. */
  'Conversation.InvalidAnchor',
  /** The text is missing, empty, or too long for a Signal or Update. */
  'Conversation.InvalidTurn',
  /** As many turns wait as may. */
  'Conversation.QueueFull',
  /** It is closing or closed. */
  'Conversation.Closed',
  /** Try again in a moment: eight `ask`s wait, or a Continue-As-New is due. */
  'Conversation.Busy',
  /** The turn that was asked for was cancelled. */
  'Conversation.TurnCancelled',
  /** The turn that was asked for failed, in words no longer remembered here. */
  'Conversation.TurnFailed',
  /** Another turn of the conversation still runs. */
  'Conversation.TurnActive',
  /** A fork was to have the id of another conversation. */
  'Conversation.IdTaken',

  /** The turn id, message id, execution id or idempotency key was used with another text, file or setting: use a new one. */
  'Turn.Conflict',

  /** It ended before, or was settled by somebody else. */
  'Execution.Ended',
  /** Its id belongs to another owner's execution: use another id. */
  'Execution.IdTaken',
  /** The flow has no trigger that could begin it. */
  'Execution.NoTrigger',
  /** No text is stored under the reference that it was started with. */
  'Execution.MissingText',
  /** It calls itself a sub-execution, and no execution planned it. */
  'Execution.NotPlanned',
  /** The execution that was waited for was cancelled, terminated or timed out. */
  'Execution.Cancelled',
  /** No agent is at work that takes a step. */
  'Execution.NotRunning',
  /** Several agents are at work: name the one that is to take the step. */
  'Execution.SeveralRunning',
  /** A pushed step is empty, too long, or no step. */
  'Execution.InvalidStep',

  /** A payload is encrypted with a key that is not known where it is read, or was copied from elsewhere. */
  'Encryption.Unreadable',
  /** The workers encrypt, and who sends has no keys. Nothing was sent. */
  'Encryption.KeysMissing',

  /** Nothing waits for an answer, or several nodes do and none is named. */
  'Approval.NotWaiting',
  /** The answer is no text, or too long. */
  'Approval.InvalidAnswer',
  /** A person did not agree, and the execution ends with that. */
  'Approval.Refused',
  /** Nobody answered in time, and the execution ends with that. */
  'Approval.Expired',

  /** A template, an expression or a setting that cannot be evaluated. */
  'Node.Failed',
  /** The worker's threads for code and large data are at work for others. Tried again, 20 times. */
  'Node.Busy',
  /** A categorizer's model named none of the categories, and there is no fallback. */
  'Node.NoCategory',
  /** The flow of a sub-execution, or the version that an execution runs, is not there. */
  'Flow.NotFound',
  /** A definition has errors: the sentence tells the first. */
  'Flow.Invalid',
  /** The sub-execution would be deeper than is allowed. */
  'Flow.TooDeep',
  /** A sub-execution belongs to a user, and none is known. */
  'Flow.NoUser',

  /** The provider limits the rate. Tried again when it says. */
  'Model.RateLimited',
  /** The provider is away, or its stream was cut. Tried again. */
  'Model.Unavailable',
  /** The provider refuses the key, or its account. */
  'Model.Authentication',
  /** The provider refuses the request. */
  'Model.InvalidRequest',
  /** The provider finds the context too long. Planned once more, harder. */
  'Model.ContextOverflow',
  /** The model's chat template rejects the layout of the request. Laid out again, as the rejection says. */
  'Model.LayoutRejected',
  /** The answer is longer, slower or asks for more tools than any may. It is not asked for again. */
  'Model.InvalidAnswer',
  /** All that the model said was for the summary it was asked for. Asked once more, without the request for one. */
  'Model.NoAnswer',

  /** The worker has no tool of a name that the flow gives an agent. */
  'Tool.NotRegistered',

  /** The messages that must be sent do not fit the model's window. */
  'Context.CannotFit',
  /** A planned context breaks a rule that its provider would refuse it by. */
  'Context.Invalid',
  /** A planned context cannot be rebuilt from what is stored. */
  'Context.Changed',
  /** The call would spend more than the execution may. */
  'Budget.Exceeded',
  /** A budget in USD cannot be kept, because the price of a model is not known. */
  'Budget.NoPrice',

  /** Postgres cannot be reached, or gave up a statement. Tried again. */
  'Store.Unavailable',
  /** A row breaks a rule of the tables. */
  'Transcript.Conflict',
  /** The worker stopped during a call, which is left to the next attempt. */
  'Worker.Stopped',
  /** The worker's code failed in a way that nobody foresaw, and failed so again. */
  'Worker.Error',

  /** The user has as many turns, executions or seconds of code at once as it may: again after `retryAfterMs`. */
  'User.LimitReached',

  /** There is no such thing, or it is another user's. */
  'Client.NotFound',
  /** A cursor, an event id, a limit or a timeout that is none. */
  'Client.InvalidCursor',
  /** A stored call cannot be planned again: the settings are wrong, or its rows are gone. */
  'Client.InvalidPlan',
  /** A thread's title has no character that can be seen. */
  'Client.InvalidTitle',
  /** Temporal, Postgres or the workers do not answer, and nothing was changed. */
  'Client.Unavailable',
  /** They stopped answering on the way: the call may have had its effect, or may have it yet. */
  'Client.OutcomeOpen',
  /** Temporal, Postgres or the system refused the call, for a reason that stays: see its `cause`. */
  'Client.Refused',

  /** The request says not, or not rightly, whose it is. */
  'Gateway.Unauthorized',
  /** The request is none that the route takes: the sentence names the field. */
  'Gateway.InvalidRequest',
  /** There is no such route. */
  'Gateway.NotFound',
  /** There is the address, but not for this method. */
  'Gateway.MethodNotAllowed',
  /** The request's body is longer than any may be. */
  'Gateway.TooLarge',
  /** The request's body is compressed. */
  'Gateway.UnsupportedEncoding',
  /** The user sends more requests, or has more open streams, than anybody may: again after `retryAfterMs`. */
  'Gateway.LimitReached',
  /** A fault of the gateway, which is in its log alone. */
  'Gateway.Error',
] as const;

/** One of `FAILURE_TYPES`. */
export type FailureType = (typeof FAILURE_TYPES)[number];
/** Those of one area. */
export type FailureTypeOf<Area extends string> = Extract<FailureType, `${Area}.${string}`>;
