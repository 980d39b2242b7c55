/** UTF-16 units of the error that a node's log row keeps. */
export const LOG_ERROR_CHARACTERS = 2_000;
/** UTF-16 units of the error that an event carries. */
export const EVENT_ERROR_CHARACTERS = 500;
/** UTF-16 units of the input that a node's log row keeps. */
export const LOG_INPUT_CHARACTERS = 4_000;
