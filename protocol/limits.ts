/** Bytes of a message's text as JSON that a Signal or Update may carry. */
export const MAX_TEXT_BYTES = 65_536;
/** Bytes of an answer as JSON that `ask` returns; the rest is read from Postgres. */
export const MAX_ANSWER_BYTES = 32_768;
/** Turns that may wait; the next one is refused. */
export const MAX_QUEUED_TURNS = 100;
/** `ask`s at once: each holds one of the ten Updates that Temporal keeps in flight. */
export const MAX_ASKS_IN_FLIGHT = 8;
/** Characters of an answer that an Event History may show. */
export const PREVIEW_CHARACTERS = 200;
/** Characters of a failure's message in an Event History. */
export const FAILURE_CHARACTERS = 500;

/**
 * Events of a conversation's history after which it continues as new: some 16 turns. A worker that does not have it in its
 * cache replays all of it before the next turn.
 */
export const ROLLOVER_EVENTS = 240;

/** An hour: long enough that a chat's next message finds the Workflow warm, short enough to leave few open. */
export const DEFAULT_IDLE_TIMEOUT_MS = 3_600_000;
/** Characters of the answer to a node's question. */
export const MAX_ANSWER_CHARACTERS = 4_000;
/** Sub-executions that the agents of one execution spawn and that run at once. */
export const MAX_PARALLEL_CHILDREN = 16;
/** Ten minutes: what the sub-executions of one call may take together where a flow says nothing; what is missing then counts as failed. */
export const SPAWN_DEADLINE_MS = 600_000;
/** Levels of lists and objects in a value; what is deeper is a mistake, or meant to overflow a stack. */
export const MAX_LEVELS = 200;
/** Replaces what is deeper, where a value is kept all the same. */
export const TOO_DEEP = '[Too deep]';
