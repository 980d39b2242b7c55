import { errorMessage } from '../protocol/error-message.js';

/** The message of a thrown value, on one line. */
export function errorText(error: unknown): string {
  const text = errorMessage(error);
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

/** The `code` of a Node.js system error, such as 'ENOENT'; `undefined` for any other value. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
