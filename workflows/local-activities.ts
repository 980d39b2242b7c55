import {
  proxyLocalActivities,
  type ActivityInterfaceFor,
  type LocalActivityOptions,
} from '@temporalio/workflow';

type Run = (...args: unknown[]) => Promise<unknown>;
type LocalActivity = Run & { executeWithOptions: Run };

/**
 * Local Activities that run one at a time. A replay resolves all of them at once, so what followed two concurrent ones
 * would run in another order than it was recorded in.
 */
export function localActivities<T>(options: LocalActivityOptions): ActivityInterfaceFor<T> {
  const activities: object = proxyLocalActivities<Record<string, Run>>(options);
  return new Proxy(activities, {
    get: (_target, name) => oneAtATime(Reflect.get(activities, name) as LocalActivity),
  }) as ActivityInterfaceFor<T>;
}

function oneAtATime(activity: LocalActivity): LocalActivity {
  return Object.assign((...args: unknown[]) => inTurn(() => activity(...args)), {
    executeWithOptions: (...args: unknown[]) => inTurn(() => activity.executeWithOptions(...args)),
  });
}

let last: Promise<unknown> | undefined;

function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  const mine = last === undefined ? run() : last.then(run);
  const settled = mine
    .catch(() => undefined)
    .then(() => {
      if (last === settled) last = undefined;
    });
  last = settled;
  return mine;
}
