/** Milliseconds on a core that one evaluation may take; the sandbox interrupts itself then. */
export const EVALUATION_MILLISECONDS = 1_000;
/** Milliseconds on a core after which the thread is ended, where a built-in function did not let itself be interrupted. */
export const THREAD_MILLISECONDS = 1_250;
/** Memory that an expression and its data may take. */
export const MEMORY_MEGABYTES = 64;
/** UTF-16 units of an expression. */
export const MAX_EXPRESSION_CHARACTERS = 100_000;
/** UTF-16 units of a value as JSON. */
export const MAX_VALUE_CHARACTERS = 10_000_000;
/** UTF-16 units of the data as JSON: the engine holds them twice while it reads them. */
export const MAX_DATA_CHARACTERS = 10_000_000;
