import type { Reply } from './reply.js';

/** `assertDone` and `close` throw the first. */
export interface ModelServerFailure {
  /** No reply left; a function of the test threw; an invalid request; an unknown path. */
  readonly kind: 'script-exhausted' | 'script-threw' | 'refused-request' | 'unknown-path';
  readonly message: string;
}

/** Counts the others. */
export function toFailureError(failures: readonly ModelServerFailure[]): Error | null {
  const [first, ...others] = failures;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new Error(`Model server: ${first.message}${more}`);
}

/** Null if no reply is left. */
export function toPendingError(pending: readonly Reply[]): Error | null {
  if (pending.length === 0) return null;
  const names = pending.map(describeReply).join(', ');
  return new Error(`Model server: ${pending.length} scripted replies were never asked for: ${names}`);
}

function describeReply(reply: Reply): string {
  switch (reply.kind) {
    case 'text':
      return `text '${reply.answer}'`;
    case 'tool-calls':
      return `tool-calls '${reply.calls.map((call) => call.name).join(', ')}'`;
    case 'gated':
      return `gated '${reply.first}'`;
    case 'status-error':
      return `status-error ${reply.status}`;
    default:
      return reply.kind;
  }
}
