import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { answerExecution } from '../../../cli/executions/executions.js';
import { createOutput } from '../../../cli/format/output.js';
import { connect, type ConnectOptions } from '../../../client/connect.js';
import type { Threadline } from '../../../client/threadline.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual } from '../../../flow/kinds/node-kinds.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startTcpProxy, type TcpProxy } from '../../../packages/testing/chaos/tcp-proxy.js';
import {
  CLIENT_CALLS,
  collect,
  CONVERSATION_CALLS,
  EXECUTION_CALLS,
  methodsOf,
  OBJECT_CALLS,
  type CallSite,
} from './calls.js';
import { failTasks } from './fail-tasks.js';
import { readTable, type Seen } from './read-table.js';

const TIMEOUT_MS = 1_500;
const LONG_MS = 30_000;

const flows = [
  assistantFlow(SCRIPTED_MODEL),
  defineFlow({
    slug: 'asking',
    name: 'Asking',
    nodes: { start: manual(), ask: approval({ prompt: 'Go on?' }) },
    edges: [['start', 'ask']],
  }),
];

let system: TestSystem;
let proxies: Record<'temporal' | 'postgres', TcpProxy>;
let client: Threadline;
let hasty: Threadline;
let closing: Threadline;
beforeAll(async () => {
  const model = { script: () => text('hello') };
  system = await startTestSystem(inject('environment'), { flows, withoutWorker: true, model });
  proxies = {
    temporal: await startTcpProxy(targetOf('temporal')),
    postgres: await startTcpProxy(targetOf('postgres')),
  };
  client = await connectThrough({ timeoutMs: LONG_MS });
  hasty = await connectThrough({ timeoutMs: TIMEOUT_MS });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await client?.close();
  await hasty?.close();
  await system?.stop({ check: false });
  for (const proxy of Object.values(proxies ?? {})) await proxy.close();
});

const OUTAGES = {
  'Temporal refuses': () => closed('temporal'),
  'Temporal is silent': () => silenced('temporal'),
  'no worker runs': async () => async () => undefined,
  'Workflow Tasks fail': async ({ conversation, executionId }: CallSite) => {
    await failTasks(system, [conversation.workflowId, executionId]);
    return async () => undefined;
  },
  'Postgres refuses': () => closed('postgres'),
  'Postgres is silent': () => silenced('postgres'),
} satisfies Record<string, (site: CallSite) => Promise<() => Promise<void>>>;
type Outage = keyof typeof OUTAGES;

const CONNECTION_CALLS: Record<'connect' | 'close', (site: CallSite) => Promise<unknown>> = {
  connect: async ({ client: { close } }) =>
    (await connectThrough({ timeoutMs: close === hasty.close ? TIMEOUT_MS : LONG_MS })).close(),
  close: () => closing.close(),
};

const TABLE = readTable();

describe('the methods of the client', () => {
  test('every method of the objects -> has a row in the table', async () => {
    expect(TABLE.outages).toEqual(Object.keys(OUTAGES));
    expect([...TABLE.rows.keys()].sort()).toEqual(
      [
        ...Object.keys(CONVERSATION_CALLS).map((name) => `conversation.${name}`),
        ...Object.keys(EXECUTION_CALLS).map((name) => `executions.${name}`),
        ...Object.keys(CLIENT_CALLS).map((name) => `client.${name}`),
        ...Object.keys(CONNECTION_CALLS).map((name) => `connection.${name}`),
        ...Object.keys(OBJECT_CALLS),
      ].sort(),
    );
    const conversation = client.conversation({ flow: 'assistant', user: system.newUser() });
    expect(methodsOf(conversation)).toEqual(Object.keys(CONVERSATION_CALLS).sort());
    const started = await client.executions.start({ flow: 'asking', text: 'hi' });
    expect([...methodsOf(client.executions), ...methodsOf(started)].sort()).toEqual(
      Object.keys(EXECUTION_CALLS).sort(),
    );
    expect(methodsOf(client)).toEqual(['close', 'conversation', ...Object.keys(CLIENT_CALLS)].sort());
  });

  test.each(Object.keys(OUTAGES) as Outage[])(
    '%s -> a result, or an error with its meaning',
    async (outage) => {
      const site = await prepare();
      closing = await connectThrough({ timeoutMs: LONG_MS });
      await Promise.all([closing.flows(), closing.executions.get(site.executionId)]);
      const end = await OUTAGES[outage](site);
      const act = (): Promise<Record<string, string>> => seenBy(site, outage);
      try {
        expect(await (outage.startsWith('Postgres') ? whileWorking(act) : act())).toEqual(wanted(outage));
      } finally {
        await end();
      }
    },
  );
});

describe('an outage', () => {
  test('Temporal recovers in time -> the call returns its result', async () => {
    await whileWorking(async () => {
      const end = await closed('temporal');
      const submitted = client.conversation({ flow: 'assistant', user: system.newUser() }).submit('hi');
      const refused = hasty.conversation({ flow: 'assistant', user: 'nobody' }).status();
      await expect(refused).rejects.toMatchObject({ type: 'Client.Unavailable' });
      await end();
      expect(await submitted).toMatchObject({ position: 0 });
    });
  });

  test('`approvals answer`, and Temporal recovers in time -> answered', async () => {
    const { executionId } = await prepare();
    const { temporal, postgres } = proxies;
    vi.stubEnv('TEMPORAL_ADDRESS', `127.0.0.1:${temporal.port}`);
    vi.stubEnv('DATABASE_URL', throughPostgres(postgres.port));
    vi.stubEnv('THREADLINE_TASK_QUEUE', system.taskQueue);
    await whileWorking(async () => {
      const end = await closed('temporal');
      const results: unknown[] = [];
      const answered = answerExecution(
        { executionId, answer: 'yes' },
        { ...createOutput({}), result: (value) => void results.push(value) },
      );
      const refused = hasty.conversation({ flow: 'assistant', user: 'nobody' }).status();
      await expect(refused).rejects.toMatchObject({ type: 'Client.Unavailable' });
      await end();
      await answered;
      expect(results).toEqual([{ executionId, nodeId: 'ask', outcome: 'confirmed' }]);
    });
  });

  test('Workflow Tasks stop failing in time -> the call returns its result, and the turn runs once', async () => {
    const site = await prepare();
    await failTasks(system, [site.conversation.workflowId]);
    const conversation = client.conversation({ flow: 'assistant', user: site.user });
    const asked = conversation.ask('again');
    await expect(site.conversation.status()).rejects.toMatchObject({ type: 'Client.Unavailable' });
    expect(await whileWorking(() => asked)).toMatchObject({ text: 'hello' });
    const { messages } = await conversation.history();
    expect(messages.map(({ text: said }) => said)).toEqual(['hello', 'again', 'hello', 'hi']);
  });

  test('an open outcome -> retried with its id, the turn runs once', async () => {
    const conversation = hasty.conversation({ flow: 'assistant', user: system.newUser() });
    const error: unknown = await conversation.submit('hi').catch((thrown: unknown) => thrown);
    if (!(error instanceof ThreadlineError)) throw new Error('The call had a result');
    const { type, retryId: turnId } = error;
    expect([type, typeof turnId]).toEqual(['Client.OutcomeOpen', 'string']);
    await whileWorking(async () => {
      const answer = await conversation.ask({ text: 'hi', turnId, timeoutMs: LONG_MS });
      expect(answer).toMatchObject({ turnId, text: 'hello' });
    });
    expect((await conversation.history({ timeoutMs: LONG_MS })).messages).toHaveLength(2);
  });

  test.each([
    ['refuses', () => closed('postgres')],
    ['is silent', () => silenced('postgres')],
  ])('Postgres %s, and the reader of a stream leaves -> the stream ends', async (_name, begin) => {
    const site = await prepare();
    const leaving = new AbortController();
    const events = client.executions.stream(site.executionId, { signal: leaving.signal });
    expect((await events.next()).value).toMatchObject({ type: 'started' });
    const end = await begin();
    const rest = collect(events);
    await expect(hasty.executions.get(site.executionId)).rejects.toMatchObject({
      type: 'Client.Unavailable',
    });
    leaving.abort();
    expect((await rest).map(({ type }) => type)).toEqual(['approval']);
    await end();
  });

  test('Postgres was unavailable while changes are streamed -> resync, and the turns after it', async () => {
    const user = system.newUser();
    const leaving = new AbortController();
    const changes = client.changes({ user, signal: leaving.signal })[Symbol.asyncIterator]();
    expect((await changes.next()).value).toEqual({ type: 'resync' });
    const end = await closed('postgres');
    const next = changes.next();
    await end();
    expect((await next).value).toEqual({ type: 'resync' });
    await whileWorking(() =>
      client.conversation({ flow: 'assistant', user }).ask({ text: 'hi', turnId: 'one' }),
    );
    for (const type of ['turn-began', 'turn-ended'])
      expect((await changes.next()).value).toMatchObject({ type, channel: '', turnId: 'one' });
    const endAgain = await closed('postgres');
    const last = changes.next();
    leaving.abort();
    expect(await last).toEqual({ done: true, value: undefined });
    await endAgain();
  });

  test('an invalid timeout -> refused', async () => {
    await expect(client.executions.list({ timeoutMs: 0 })).rejects.toMatchObject({
      type: 'Client.InvalidCursor',
    });
  });
});

async function seenBy(site: CallSite, outage: Outage): Promise<Record<string, string>> {
  const { flow, user } = { flow: 'assistant', user: site.user };
  const patient = { ...site, client, conversation: client.conversation({ flow, user }) };
  const expected = wanted(outage);
  const calls = [
    ...Object.entries(CONVERSATION_CALLS).map(([name, call]) => [`conversation.${name}`, call] as const),
    ...Object.entries(EXECUTION_CALLS).map(([name, call]) => [`executions.${name}`, call] as const),
    ...Object.entries(CLIENT_CALLS).map(([name, call]) => [`client.${name}`, call] as const),
    ...Object.entries(CONNECTION_CALLS).map(([name, call]) => [`connection.${name}`, call] as const),
    ...Object.entries(OBJECT_CALLS),
  ];
  const outcomes = calls.map(async ([name, call]) => {
    const seen = expected[name];
    const fails = seen !== 'result' && seen !== 'waits';
    return [name, await outcomeOf(call(fails ? site : patient), seen === 'result')] as const;
  });
  return Object.fromEntries(await Promise.all(outcomes));
}

async function outcomeOf(call: Promise<unknown>, isPatient: boolean): Promise<string> {
  const outcome = call.then(
    () => 'result',
    (error: unknown) =>
      error instanceof ThreadlineError ? error.type : `no ThreadlineError: ${String(error)}`,
  );
  return isPatient ? outcome : Promise.race([outcome, sleep(4 * TIMEOUT_MS, 'waits', { ref: false })]);
}

function wanted(outage: Outage): Record<string, Seen> {
  const index = TABLE.outages.indexOf(outage);
  return Object.fromEntries([...TABLE.rows].map(([name, seen]) => [name, seen[index] ?? 'result']));
}

function prepare(): Promise<CallSite> {
  return whileWorking(async () => {
    const user = system.newUser();
    const { turnId } = await client.conversation({ flow: 'assistant', user }).ask('hi');
    await client.conversation({ flow: 'assistant', user }).openThread({ message: 1, id: 'aside' });
    const { executionId } = await client.executions.start({ flow: 'asking', text: 'hi', id: user });
    await expect
      .poll(async () => (await system.client.executions.get(executionId)).status, { timeout: 20_000 })
      .toBe('interrupted');
    const { result } = await hasty.executions.start({
      flow: 'asking',
      text: 'hi',
      id: user,
      timeoutMs: TIMEOUT_MS,
    });
    const conversation = hasty.conversation({ flow: 'assistant', user });
    const site = { client: hasty, conversation, user, turnId, thread: 'aside', executionId, result };
    for (const listening of [client, hasty]) await CLIENT_CALLS.changes({ ...site, client: listening });
    return site;
  });
}

async function whileWorking<Result>(act: () => Promise<Result>): Promise<Result> {
  const worker = await system.startWorker();
  try {
    return await act();
  } finally {
    await worker.shutdown();
  }
}

async function silenced(name: keyof typeof proxies): Promise<() => Promise<void>> {
  proxies[name].setMode('silence');
  return async () => proxies[name].setMode('pass');
}

async function closed(name: keyof typeof proxies): Promise<() => Promise<void>> {
  const { port } = proxies[name];
  await proxies[name].close();
  for (const { conversation } of [client, hasty]) {
    const nobody = conversation({ flow: 'assistant', user: 'nobody' });
    await Promise.allSettled([nobody.status({ timeoutMs: 300 }), nobody.history({ timeoutMs: 300 })]);
  }
  return async () => void (proxies[name] = await startTcpProxy(targetOf(name), port));
}

function targetOf(name: keyof typeof proxies): number {
  const { environment, databaseUrl } = system;
  return Number(new URL(name === 'temporal' ? `tcp://${environment.temporalAddress}` : databaseUrl).port);
}

function throughPostgres(port: number): string {
  const url = new URL(system.databaseUrl);
  url.port = String(port);
  return url.href;
}

function connectThrough(options: ConnectOptions): Promise<Threadline> {
  return connect({
    temporal: { address: `127.0.0.1:${proxies.temporal.port}` },
    namespace: 'default',
    databaseUrl: throughPostgres(proxies.postgres.port),
    taskQueue: system.taskQueue,
    ...options,
  });
}
