import {
  proxyLocalActivities,
  type ActivityInterfaceFor,
  type LocalActivityOptions,
} from '@temporalio/workflow';

type Run = (...args: unknown[]) => Promise<unknown>;

/**
 * Local Activities that run one at a time. A replay resolves all of them at once, so what followed two concurrent ones
 * would run in another order than it was recorded in.
 */
export function localActivities<T>(options: LocalActivityOptions): ActivityInterfaceFor<T> {
  const activities = proxyLocalActivities<Record<string, Run>>(options) as Record<
    string,
    Run & { executeWithOptions: Run }
  >;
  const wrap = (name: string) =>
    Object.assign((...args: unknown[]) => inTurn(() => activities[name]!(...args)), {
      executeWithOptions: (...args: unknown[]) => inTurn(() => activities[name]!.executeWithOptions(...args)),
    });
  return new Proxy({} as ActivityInterfaceFor<T> & object, { get: (_target, name) => wrap(String(name)) });
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
