import { UNANSWERED } from '../protocol/grpc-status.js';
import { grpcErrorIn } from './call/trouble.js';

/** A server that answers refuses the key or the caller, which a restart does not fix. */
export function whyUnconnected(error: unknown, address: string): string {
  const grpc = grpcErrorIn(error);
  if (grpc && !UNANSWERED.includes(grpc.code))
    return `Temporal at '${address}' refused the connection (${grpc.details}): correct TEMPORAL_API_KEY and the TEMPORAL_TLS settings`;
  const details = grpc ? ` (${grpc.details})` : '';
  return `Temporal cannot be reached at '${address}'${details}: start it, or set TEMPORAL_ADDRESS to a running server`;
}
