import { EXIT_CODES } from './exit-codes.js';

/** An error that the user can fix. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode ?? EXIT_CODES.failed;
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(message, { exitCode: EXIT_CODES.usage });
}
