import type { Reply } from './reply.js';

/** Something no test meant to happen: `assertDone` and `close` throw the first of them. */
export interface ModelServerFailure {
  /** The script had no reply left; a function the test gave threw; a request the provider would refuse; a path it does not have. */
  readonly kind: 'script-exhausted' | 'script-threw' | 'refused-request' | 'unknown-path';
  /** One sentence that names the request. */
  readonly message: string;
}

/** The error for what went wrong, the first failure in full and the others counted; null when nothing did. */
export function toFailureError(failures: readonly ModelServerFailure[]): Error | null {
  const [first, ...others] = failures;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new Error(`Model server: ${first.message}${more}`);
}

/** The error for replies nobody asked for; null when none is left. */
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
