import { DefaultLogger, Runtime } from '@temporalio/worker';
import { startTestEnvironment } from '../../testing/test-environment.js';
import { startTestSystem } from '../../testing/test-system.js';
import { DEFAULT_TIMING } from '../../activities/dependencies.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { zeroLatencyModel } from '../zero-latency-model.js';
import { startEcho } from '../turn/start-echo.js';
Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
const { environment, stop } = await startTestEnvironment({
  dynamicConfig: JSON.parse(process.env.DIALS ?? '{}'),
});
const system = await startTestSystem(environment, {
  flows: [assistantFlow('zero:latency')],
  models: { zero: () => zeroLatencyModel('hello there') },
  timing: DEFAULT_TIMING,
  worker: { stickyQueueScheduleToStartTimeout: '10s' },
});
const echo = await startEcho(system);
const c = system.client.conversation({ flow: 'assistant', user: 'ada' });
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const now = () => performance.timeOrigin + performance.now();
for (let i = 0; i < 10; i++) {
  await echo.ask('x');
  await c.ask('x');
}
async function dump(id: string, t0: number, label: string) {
  const h = await system.temporal.workflow.getHandle(id).fetchHistory();
  console.log(label);
  for (const e of h.events ?? []) {
    const t = Number(e.eventTime!.seconds) * 1000 + (e.eventTime!.nanos ?? 0) / 1e6 - t0;
    if (t > -1)
      console.log(
        `  ${t.toFixed(1).padStart(7)}  ${String(e.eventId)} ${Object.keys(e)
          .find((k) => k.endsWith('EventAttributes'))
          ?.replace('EventAttributes', '')}`,
      );
  }
}
for (const pauseMs of [0, 20, 50, 100, 200, 400]) {
  const e: number[] = [],
    a: number[] = [],
    u: number[] = [];
  for (let i = 0; i < 14; i++) {
    await sleep(pauseMs);
    let s = now();
    await echo.ask('q');
    e.push(now() - s);
    await sleep(pauseMs);
    s = now();
    const { executionId } = await c.ask('q');
    a.push(now() - s);
    await system.temporal.workflow.getHandle(executionId).result();
    while (
      (await system.temporal.workflow.getHandle(c.workflowId).query<{ state: string }>('status')).state !==
      'idle'
    );
    await sleep(pauseMs);
    s = now();
    await system.temporal.workflow
      .getHandle(c.workflowId)
      .executeUpdate('ask', { args: [{ text: 'z' }] } as never);
    u.push(now() - s);
  }
  const m = (v: number[]) => v.sort((x, y) => x - y)[7]!.toFixed(0);
  console.log('pause', pauseMs, 'echo', m(e), 'ask', m(a), 'ask Update', m(u));
}
await echo.ask('warm');
await c.ask('w');
await system.temporal.workflow
  .getHandle(c.workflowId)
  .executeUpdate('ask', { args: [{ text: 'z' }] } as never);
await echo.ask('warm');
let t = now();
await echo.ask('y');
let t1 = now();
await dump(echo.handle.workflowId, t, `echo conversation, told at ${(t1 - t).toFixed(1)}`);
await dump(`${echo.handle.workflowId}/turn/97`, t, 'echo turn');
t = now();
const { executionId } = await c.ask('y');
t1 = now();
await sleep(400);
await dump(c.workflowId, t, `conversation, told at ${(t1 - t).toFixed(1)}`);
await dump(executionId, t, 'execution');
const h = system.temporal.workflow.getHandle(c.workflowId);
t = now();
const r = await h.executeUpdate<{ executionId: string }, [{ text: string }]>('ask', {
  args: [{ text: 'z' }],
});
t1 = now();
await sleep(400);
await dump(c.workflowId, t, `conversation by ask Update, told at ${(t1 - t).toFixed(1)}`);
await dump(r.executionId, t, 'execution');
await echo.stop();
await system.stop();
await stop();
process.exit(0);
