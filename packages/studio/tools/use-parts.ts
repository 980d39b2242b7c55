import type { FlowParts } from '../../../views/flow.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';

export function useParts() {
  return useLoaded('parts', (signal) => get<FlowParts>('/flows/parts', { signal }));
}
