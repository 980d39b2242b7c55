import type { ModelRequest } from '../request/model-request.js';
import type { DynamicReply, Reply } from './reply.js';

/** Scripts a reply that is made from the request when it comes; what `make` throws fails the script. */
export function answer(make: (request: ModelRequest) => Reply): DynamicReply {
  return { kind: 'dynamic', make };
}
