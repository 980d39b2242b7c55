import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkProviders } from '../../cli/doctor/check-providers.js';
import { fault, text, type Reply } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const PER_MINUTE = 120;
const CALLS = 24;
const BURST = 5.5;

let bucket = BURST;
let filledAtMs = Date.now();
let rejected = 0;
const arrivals: number[] = [];

function limited(): Reply {
  const now = Date.now();
  bucket = Math.min(BURST, bucket + ((now - filledAtMs) * PER_MINUTE) / 60_000);
  filledAtMs = now;
  arrivals.push(now);
  if (bucket >= 1) {
    bucket -= 1;
    return text('Hello.');
  }
  rejected += 1;
  return fault.status(429);
}

const PROVIDERS = {
  openai: { requestsPerMinute: PER_MINUTE, tokensPerMinute: 1_000_000, taskQueue: 'openai-calls' },
};

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    model: { script: limited },
    providers: PROVIDERS,
  });
  await system.startWorker();
});
afterAll(() => system?.stop());

describe('limits of a provider', () => {
  test('24 executions at once on two workers -> all answered, none rejected by the provider', async () => {
    const runs = await Promise.all(
      Array.from({ length: CALLS }, () =>
        system.client.executions.start({ flow: 'assistant', text: 'Hello', trigger: 'chat' }),
      ),
    );
    await Promise.all(runs.map((run) => run.result()));
    expect({ rejected, asked: arrivals.length }).toEqual({ rejected: 0, asked: CALLS });
    console.log(`${CALLS} calls in ${arrivals.at(-1)! - arrivals[0]!} ms at ${PER_MINUTE} a minute`);
    const { events } = await system.temporal.workflow.getHandle(runs[0]!.executionId).fetchHistory();
    const queues = events!.flatMap(({ activityTaskScheduledEventAttributes: activity }) =>
      activity ? [[activity.activityType?.name, activity.taskQueue?.name]] : [],
    );
    expect(queues).toEqual([['callModel', 'openai-calls']]);
  });
});

describe('checkProviders', () => {
  test('a Task Queue that no worker polls -> fails; one that workers poll, and no Task Queue -> passes', async () => {
    const providers = { ...PROVIDERS, anthropic: { taskQueue: 'nobody' }, google: { requestsPerMinute: 1 } };
    const given = { namespace: 'default', providers };
    const checks = await checkProviders(system.temporal, { ...given, live: undefined });
    expect(checks.map(({ name, status, found }) => [name, status, found.split('; ')[0]])).toEqual([
      ['Provider openai', 'ok', "Task Queue 'openai-calls'"],
      ['Provider anthropic', 'fail', "no worker polls Task Queue 'nobody': its model calls wait"],
    ]);
    expect(checks[0]!.found).toMatch(/; 1 polling: /);
    const [gone] = await checkProviders(system.temporal, { ...given, live: new Set() });
    expect(gone).toMatchObject({ name: 'Provider openai', status: 'fail' });
  });
});
