export const MAX_INTEGER = 2_147_483_647;
/** Of a Signal's or Update's text, as JSON. */
export const MAX_TEXT_BYTES = 65_536;
/** Of a Workflow's result, as JSON. Postgres stores the rest. */
export const MAX_ANSWER_BYTES = 32_768;
export const MAX_QUEUED_TURNS = 100;
/** Each `ask` holds one of the ten Updates that Temporal allows. */
export const MAX_ASKS_IN_FLIGHT = 8;
export const PREVIEW_CHARACTERS = 200;
export const FAILURE_CHARACTERS = 500;

/** About 16 turns. A worker without a cached Workflow replays all of them. */
export const ROLLOVER_EVENTS = 240;

/** Most messages come sooner. */
export const DEFAULT_IDLE_TIMEOUT_MS = 3_600_000;
export const MAX_ANSWER_CHARACTERS = 4_000;
export const MAX_PARALLEL_CHILDREN = 16;
/** Slower sub-executions count as failed. */
export const SPAWN_DEADLINE_MS = 600_000;
/** Deeper values are mistakes, or attacks on the stack. */
export const MAX_LEVELS = 200;
export const TOO_DEEP = '[Too deep]';
