import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { approval, chat, code, reply } from '../../flow/kinds/node-kinds.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { METRICS } from '../../telemetry/metrics/metrics.js';
import { createWorkspace, SOURCE_COMMAND, type Workspace } from '../cli/end-to-end/run-threadline.js';

const asker = defineFlow({
  slug: 'asker',
  name: 'Asker',
  nodes: { start: chat(), ask: approval({ prompt: 'Go on?' }), say: reply({ text: 'done' }) },
  edges: [
    ['start', 'ask'],
    ['ask', 'say'],
  ],
});
const outer = defineFlow({
  slug: 'outer',
  name: 'Outer',
  nodes: { start: chat(), fail: code({ expression: "(() => { throw new Error('out of stock') })()" }) },
  edges: [['start', 'fail']],
});

let system: TestSystem;
let workspace: Workspace;
let worker: string;
let gateway: string;
let api: string;
let lines: () => string[];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), asker, outer],
    withoutWorker: true,
  });
  workspace = createWorkspace(
    {
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      DATABASE_URL: system.databaseUrl,
      THREADLINE_TASK_QUEUE: system.taskQueue,
      THREADLINE_HTTP_ADDRESS: '127.0.0.1:0',
      THREADLINE_METRICS_ADDRESS: '127.0.0.1:0',
      THREADLINE_MODEL: SCRIPTED_MODEL,
      OPENAI_API_KEY: 'test',
      OPENAI_BASE_URL: system.model.baseUrl,
    },
    SOURCE_COMMAND,
  );
  const [working, serving] = [workspace.start(['worker']), workspace.start(['serve', '--port', '0'])];
  await Promise.all([working.until('health and metrics at'), serving.until('Metrics at')]);
  lines = () => [working.printed(), serving.printed(), serving.noted()].join('').trim().split('\n');
  worker = /metrics at (http:[^"\s]+)/.exec(working.printed())![1]!;
  gateway = /Metrics at (http:[^"\s]+)\/metrics/.exec(serving.noted())![1]!;
  api = /Serving at (http:[^\s,"]+)/.exec(serving.printed())![1]!;
});
afterAll(async () => {
  await workspace?.cleanUp();
  await system?.stop({ check: false });
});

describe('/metrics', () => {
  test('a turn with a tool, one that fails and one that waits -> counted once each, by flow', async () => {
    const user = system.newUser();
    system.model.reply(toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]), text('42'));
    await system.client.conversation({ flow: 'assistant', user }).ask('What is 6*7?');
    await system.client
      .conversation({ flow: 'outer', user })
      .ask('Go')
      .catch(() => undefined);
    await system.client.conversation({ flow: 'asker', user }).submit('Go');
    await expect
      .poll(async () => (await scrape(worker)).get('threadline_open_approvals{flow="asker"}'), {
        timeout: 30_000,
      })
      .toBe(1);
    const values = await scrape(worker);
    expect(pick(values, 'threadline_turns_total')).toEqual({
      'threadline_turns_total{flow="assistant",status="completed"}': 1,
      'threadline_turns_total{flow="outer",status="failed"}': 1,
    });
    expect(pick(values, 'threadline_tool_calls_total')).toEqual({
      'threadline_tool_calls_total{tool="calculate",status="ok"}': 1,
    });
    expect(pick(values, 'threadline_model_calls_total')).toEqual({
      [`threadline_model_calls_total{model="${SCRIPTED_MODEL}",purpose="answer"}`]: 2,
    });
    expect(Object.keys(pick(values, 'threadline_context_tokens_total'))).toEqual(
      ['system', 'tools', 'standing', 'summary', 'passages', 'history', 'steps', 'notes'].map(
        (kind) => `threadline_context_tokens_total{kind="${kind}"}`,
      ),
    );
    expect(values.get('threadline_turn_duration_seconds_count{flow="assistant"}')).toBe(1);
    expect(
      values.get(`threadline_time_to_first_token_seconds_count{flow="assistant",model="${SCRIPTED_MODEL}"}`),
    ).toBe(2);
    expect([...values.keys()].filter((key) => key.includes(user))).toEqual([]);
  });

  test('requests to a gateway -> durations by route, and queue lengths, as at the worker', async () => {
    const key = readFileSync(join(workspace.folder, '.threadline', 'gateway-key'), 'utf8').trim();
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${api}/api/v1/conversations/asker`, { headers })).status).toBeLessThan(500);
    expect((await fetch(`${api}/nowhere/at/all`)).status).toBe(404);
    const values = await scrape(gateway);
    expect(Object.keys(pick(values, 'threadline_http_request_duration_seconds_count'))).toEqual(
      expect.arrayContaining([expect.stringContaining('route="none",status="404"')]),
    );
    expect(values.get('threadline_open_approvals{flow="asker"}')).toBe(1);
    expect(values.get('threadline_open_streams')).toBe(0);
    expect((await fetch(`${api}/metrics`)).status).toBe(404);
  });

  test('all that worker and gateway printed -> lines of JSON with a time, a level and a message', () => {
    const texts = lines();
    expect(texts.length).toBeGreaterThan(3);
    const line = { time: expect.any(String), level: expect.any(String), message: expect.any(String) };
    for (const text of texts) expect(JSON.parse(text)).toMatchObject(line);
  });

  test.each(['worker', 'gateway'])('of a %s -> every listed metric has its type', async (which) => {
    const body = await (await fetch(`${which === 'worker' ? worker : gateway}/metrics`)).text();
    const types = Object.fromEntries(
      [...body.matchAll(/^# TYPE (threadline_\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]),
    );
    expect(types).toEqual(
      Object.fromEntries(Object.entries(METRICS).map(([name, { kind }]) => [name, kind])),
    );
    expect(body.includes('temporal_')).toBe(which === 'worker');
  });
});

async function scrape(url: string): Promise<Map<string, number>> {
  const body = await (await fetch(`${url}/metrics`)).text();
  return new Map(
    body
      .split('\n')
      .filter((line) => line.startsWith('threadline_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

function pick(values: ReadonlyMap<string, number>, name: string): Record<string, number> {
  return Object.fromEntries([...values].filter(([key]) => key.startsWith(`${name}{`)));
}
