import type { FlowName } from '../../../views/flow.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';

const LOOK_MS = 5_000;

export function useIsWorkerAway(flow: string, isRunning: boolean): boolean {
  const { value } = useLoaded(
    `worker ${flow} ${isRunning}`,
    (signal) => (isRunning ? get<FlowName[]>('/flows', { signal }) : Promise.resolve([])),
    { everyMs: isRunning ? LOOK_MS : undefined },
  );
  return value?.find(({ slug }) => slug === flow)?.hasWorker === false;
}
