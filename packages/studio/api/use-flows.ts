import type { ListedFlow } from '../../../views/flow.js';
import { get } from './request.js';
import { useLoaded } from './use-loaded.js';

export function useFlows(options?: { everyMs?: number | undefined }) {
  return useLoaded('flows', (signal) => get<ListedFlow[]>('/flows', { signal }), options);
}
