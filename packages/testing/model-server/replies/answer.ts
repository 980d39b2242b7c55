import type { ModelRequest } from '../request/model-request.js';
import type { DynamicReply, Reply } from './reply.js';

/** A reply computed from the request. If `make` throws, the script fails. */
export function answer(make: (request: ModelRequest) => Reply): DynamicReply {
  return { kind: 'dynamic', make };
}
