import { DefaultLogger, Runtime } from '@temporalio/worker';
import pg from 'pg';
import { startTestEnvironment } from '../../testing/test-environment.js';
import { startTestSystem } from '../../testing/test-system.js';
import { DEFAULT_TIMING } from '../../activities/dependencies.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { zeroLatencyModel } from '../zero-latency-model.js';
Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
const now = () => performance.timeOrigin + performance.now();
let log: { at: number; ms: number; app: string; text: string }[] | undefined;
const send = pg.Client.prototype.query as any;
pg.Client.prototype.query = function (this: any, ...input: any[]) {
  const at = now();
  const entry = {
    at,
    ms: -1,
    app: this.connectionParameters?.application_name,
    text: typeof input[0] === 'string' ? input[0] : input[0].text,
  };
  log?.push(entry);
  const cb = input.at(-1);
  if (typeof cb === 'function') {
    input[input.length - 1] = (...r: any[]) => {
      entry.ms = now() - at;
      cb(...r);
    };
    return send.apply(this, input);
  }
  const p = send.apply(this, input);
  p?.then?.(() => (entry.ms = now() - at));
  return p;
} as any;
const { environment, stop } = await startTestEnvironment({
  dynamicConfig: JSON.parse(process.env.DIALS ?? '{}'),
});
const system = await startTestSystem(environment, {
  flows: [assistantFlow('zero:latency')],
  models: { zero: () => zeroLatencyModel('hello there '.repeat(33)) },
  timing: DEFAULT_TIMING,
  worker: { stickyQueueScheduleToStartTimeout: '10s' },
});
const c = system.client.conversation({ flow: 'assistant', user: 'ada' });
for (let i = 0; i < 30; i++)
  await c.ask('What is the shortest way from here to the station? '.padEnd(110, '.'));
await new Promise((r) => setTimeout(r, 300));
log = [];
const t = now();
const { executionId } = await c.ask('x');
const told = now() - t;
await new Promise((r) => setTimeout(r, 100));
console.log('told at', told.toFixed(1), executionId);
let sum = 0;
for (const e of log) {
  sum += e.app === 'threadline test' ? e.ms : 0;
  console.log(
    `${(e.at - t).toFixed(1).padStart(7)} ${e.ms.toFixed(2).padStart(6)} ${e.app.replace('threadline ', '').padEnd(8)} ${e.text.slice(0, 110).replace(/\s+/g, ' ')}`,
  );
}
console.log('worker total', sum.toFixed(1), log.filter((e) => e.app === 'threadline test').length);
for (const id of [c.workflowId, executionId]) {
  const h = await system.temporal.workflow.getHandle(id).fetchHistory();
  for (const e of h.events ?? []) {
    const at = Number(e.eventTime!.seconds) * 1000 + (e.eventTime!.nanos ?? 0) / 1e6 - t;
    if (at > -1)
      console.log(
        `  ${at.toFixed(1).padStart(7)}  ${String(e.eventId)} ${Object.keys(e)
          .find((k) => k.endsWith('EventAttributes'))
          ?.replace('EventAttributes', '')}`,
      );
  }
}
await system.stop();
await stop();
process.exit(0);
