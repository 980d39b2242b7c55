import { errorMessage } from '../../protocol/error-message.js';
import { CommandError } from '../program/command-error.js';

export function portError(cause: unknown, { host, port }: { host: string; port: number }): CommandError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const remedy = code === 'EADDRINUSE' || code === 'EACCES' ? 'choose another with --port' : 'correct --host';
  return new CommandError(`Port ${host}:${port} cannot be used (${errorMessage(cause)}): ${remedy}`, {
    cause,
  });
}
