import { errorMessage } from '../protocol/error-message.js';

export function errorText(error: unknown): string {
  const text = errorMessage(error);
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
