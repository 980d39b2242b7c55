export const MAX_INTEGER = 2_147_483_647;
/** As JSON, in a Signal or Update. */
export const MAX_TEXT_BYTES = 65_536;
/** As JSON; the rest is in Postgres. */
export const MAX_ANSWER_BYTES = 32_768;
export const MAX_QUEUED_TURNS = 100;
/** Each `ask` holds one of Temporal's ten Updates in flight. */
export const MAX_ASKS_IN_FLIGHT = 8;
export const PREVIEW_CHARACTERS = 200;
export const FAILURE_CHARACTERS = 500;

/** Some 16 turns: a worker without a cache replays them all first. */
export const ROLLOVER_EVENTS = 240;

/** The next message often finds the Workflow warm, but few stay open. */
export const DEFAULT_IDLE_TIMEOUT_MS = 3_600_000;
export const MAX_ANSWER_CHARACTERS = 4_000;
export const MAX_PARALLEL_CHILDREN = 16;
/** Missing sub-executions count as failed. */
export const SPAWN_DEADLINE_MS = 600_000;
/** Anything deeper is a mistake, or an attack on the stack. */
export const MAX_LEVELS = 200;
export const TOO_DEEP = '[Too deep]';
