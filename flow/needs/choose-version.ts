import { hasAbility, type Abilities, type Need } from './abilities.js';

export interface Publication {
  readonly version: number;
  readonly needs: Abilities;
}

export interface ChosenVersion {
  version: number;
  /** The best live worker lacks these. */
  missing: Need[];
}

/**
 * The newest version that one live worker can run, else the current one. Without live workers, the newest.
 */
export function chooseVersion(
  newestFirst: readonly Publication[],
  { current, workers }: { current: number; workers: readonly Abilities[] },
): ChosenVersion {
  const [newest] = newestFirst;
  if (!newest) return { version: current, missing: [] };
  if (workers.length === 0) return { version: newest.version, missing: [] };
  const runnable = newestFirst.find(({ needs }) =>
    workers.some((worker) => listMissing(needs, worker).length === 0),
  );
  const version = runnable?.version ?? (current === 0 ? newest.version : current);
  if (runnable === newest) return { version, missing: [] };
  const [missing = []] = workers
    .map((worker) => listMissing(newest.needs, worker))
    .sort((one, other) => one.length - other.length);
  return { version, missing };
}

export function listMissing(needs: Abilities, worker: Abilities): Need[] {
  const all: Need[] = [
    ...needs.tools.map((name) => ({ what: 'tool', name }) as const),
    ...needs.kinds.map((name) => ({ what: 'kind', name }) as const),
    ...needs.models.map((name) => ({ what: 'model', name }) as const),
  ];
  return all.filter((need) => !hasAbility(worker, need));
}
