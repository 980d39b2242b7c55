import { ApiError, isLost } from '../api/request.js';
import { STRINGS } from '../strings.js';

export function describeError(error: Error): string {
  if (isLost(error)) return STRINGS.chat.lost;
  const types: Readonly<Record<string, string>> = STRINGS.chat.failures.types;
  return (error instanceof ApiError ? types[error.type] : undefined) ?? error.message;
}
