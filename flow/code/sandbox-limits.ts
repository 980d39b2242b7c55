/** In CPU time. The engine interrupts the code after it. */
export const EVALUATION_MILLISECONDS = 1_000;
/** In CPU time. The thread is ended after it, because built-in functions cannot be interrupted. */
export const THREAD_MILLISECONDS = 1_250;
export const MEMORY_MEGABYTES = 64;
export const MAX_EXPRESSION_CHARACTERS = 100_000;
/** As JSON, in UTF-16 units. */
export const MAX_VALUE_CHARACTERS = 10_000_000;
/** Limited, because the engine holds the data twice while it reads them. */
export const MAX_DATA_CHARACTERS = 10_000_000;
