/** Shared by all workers. */
export interface ProviderLimits {
  /** For model calls only. Default: the workers' own. */
  taskQueue?: string;
  /** Default: no limit. */
  requestsPerMinute?: number;
  /** Of requests and answers. Default: no limit. */
  tokensPerMinute?: number;
}

export type ProvidersConfig = Readonly<Record<string, ProviderLimits>>;

const FIELDS = ['taskQueue', 'requestsPerMinute', 'tokensPerMinute'];
const MAX_PER_MINUTE = 1_000_000_000;

export function checkProviders(
  providers: ProvidersConfig,
  { known, mainQueue }: { known: readonly string[]; mainQueue: string },
): void {
  for (const [name, limits] of Object.entries(providers)) {
    const place = `providers.${name}`;
    if (!known.includes(name))
      throw new Error(`${place} is not a provider of this project; known are ${known.join(', ')}`);
    const unknown = Object.keys(limits).find((key) => !FIELDS.includes(key));
    if (unknown !== undefined)
      throw new Error(`${place} has the unknown field '${unknown}'; known are ${FIELDS.join(', ')}`);
    const { taskQueue, requestsPerMinute, tokensPerMinute } = limits;
    if (taskQueue !== undefined && (typeof taskQueue !== 'string' || taskQueue === ''))
      throw new Error(`${place}.taskQueue must be a name`);
    // That queue's workers register no other Activities.
    if (taskQueue === mainQueue)
      throw new Error(
        `${place}.taskQueue is '${taskQueue}', the Task Queue of all other work; choose another name, or omit it`,
      );
    for (const [field, limit] of Object.entries({ requestsPerMinute, tokensPerMinute }))
      if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= MAX_PER_MINUTE))
        throw new Error(`${place}.${field} is '${limit}'; it must be a whole number of at least 1`);
  }
}

export function findProvider(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf(':')));
}

export function listTaskQueues(providers: ProvidersConfig): Record<string, string> | undefined {
  const queues = Object.entries(providers).flatMap(([name, { taskQueue }]) =>
    taskQueue === undefined ? [] : [[name, taskQueue] as const],
  );
  return queues.length === 0 ? undefined : Object.fromEntries(queues);
}
