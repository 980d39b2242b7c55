/** Status codes of gRPC. */
export const NOT_FOUND = 5;
/** DEADLINE_EXCEEDED and UNAVAILABLE. */
export const UNANSWERED: readonly number[] = [4, 14];
