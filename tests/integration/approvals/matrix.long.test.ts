import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, chat, reply } from '../../../flow/kinds/node-kinds.js';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import type { RunningGateway } from '../../../packages/gateway/serve-gateway.js';
import { formatApprovalId } from '../../../packages/gateway/ui-messages/approval-id.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { answerSignal, statusQuery } from '../../../workflows/definitions.js';
import { BrowserPage } from '../trajectory/browser.js';
import { newPeople, serveFor, type People } from './approvers-site.js';

type By = 'user' | 'staff';
const flows = (['user', 'staff'] as const).map((by) =>
  defineFlow({
    slug: `by-${by}`,
    name: by,
    nodes: { chat: chat(), ask: approval({ prompt: 'May I?', by }), say: reply({ text: 'done' }) },
    edges: [
      ['chat', 'ask'],
      ['ask', 'say'],
    ],
  }),
);

let system: TestSystem;
let gateway: RunningGateway;
let people: People;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), { flows });
  people = newPeople(system);
  gateway = await serveFor(system, people);
}, 120_000);
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

interface Cell {
  flow: string;
  channel: string;
  turnId: string;
  executionId: string;
  caller: keyof People;
}

const WAYS: Readonly<Record<string, (cell: Cell) => Promise<string | undefined>>> = {
  Update: ({ executionId }) =>
    typeOf(workflow(executionId).executeUpdate('answer', { args: [{ answer: 'yes' }] })),
  Signal: ({ executionId }) => typeOf(workflow(executionId).signal(answerSignal, { answer: 'yes' })),
  client: ({ executionId, caller }) =>
    typeOf(clientOf(caller).executions.answer(executionId, { answer: 'yes' })),
  REST: ({ executionId, caller }) =>
    post(caller, `/api/v1/executions/${encodeURIComponent(executionId)}/answer`, { answer: 'yes' }),
  'chat text': ({ flow, channel, caller }) =>
    typeOf(
      (async () => {
        const client = caller === 'root' ? system.client : clientOf(caller);
        await client.conversation({ flow, user: people.ada, channel }).submit('yes');
      })(),
    ),
  '/api/chat': ({ flow, channel, turnId, executionId, caller }) => {
    const id = formatApprovalId({ executionId, nodeId: 'ask', iteration: '', call: null });
    const part = { type: 'dynamic-tool', state: 'approval-responded', approval: { id, approved: true } };
    const messages = [{ id: `${turnId}.answer`, role: 'assistant', parts: [part] }];
    return post(caller, `/api/chat?version=7&flow=${flow}`, { id: channel, messages }, { isForAda: true });
  },
  '/v1': ({ flow, channel, caller }) => {
    const messages = [{ role: 'user', content: 'yes' }];
    const body = { model: flow, conversation: channel, messages };
    return post(caller, '/v1/chat/completions', body, { isForAda: true });
  },
  MCP: async ({ flow, channel, caller }) => {
    const headers = headersOf(caller, { isForAda: true });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit: { headers } }),
    );
    const input = { name: flow, arguments: { message: 'yes', conversation: channel } };
    const result = await client.callTool(input, undefined, { timeout: 120_000 });
    await client.close();
    return result.isError === true ? JSON.stringify(result.content) : undefined;
  },
  studio: async ({ flow, caller }) => {
    await using page = await BrowserPage.open();
    await page.goto(`${gateway.url}/studio/#key=${encodeURIComponent(people[caller])}`);
    await page.evaluate("location.hash = '#/approvals'");
    const main = () => page.evaluate<string>("document.querySelector('main').innerText");
    await expect.poll(main, { timeout: 60_000 }).toMatch(/No approvals|May I\?/);
    const words = JSON.stringify(`Requested by ${people.ada} in ${flow}`);
    const item = `[...document.querySelectorAll('.approvals li')].find((li) => li.innerText.includes(${words}))`;
    const isListed = () => page.evaluate<boolean>(`${item} !== undefined`);
    if (!(await isListed())) return UNLISTED;
    await page.evaluate(`${item}.querySelector('.primary').click()`);
    await expect.poll(isListed, { timeout: 60_000 }).toBe(false);
    return undefined;
  },
};

const YES = 'yes';
const UNLISTED = 'not listed';
const FORBIDDEN = 'Approval.NotPermitted';
const HIDDEN = 'Client.NotFound';
const OPEN = 'open';
const FOREIGN = 'Gateway.InvalidRequest';
const OPENAI_FORBIDDEN = 'approval_not_permitted';
const SAID = expect.stringContaining('waits for staff') as string;

const MATRIX: Record<By, Record<keyof typeof WAYS, readonly unknown[]>> = {
  user: {
    Update: [YES, YES, YES, YES],
    Signal: [YES, YES, YES, YES],
    client: [YES, HIDDEN, HIDDEN, YES],
    REST: [YES, HIDDEN, HIDDEN, YES],
    'chat text': [YES, HIDDEN, HIDDEN, YES],
    '/api/chat': [YES, FOREIGN, FOREIGN, YES],
    '/v1': [YES, OPEN, OPEN, YES],
    MCP: [YES, OPEN, OPEN, YES],
    studio: [YES, UNLISTED, UNLISTED, YES],
  },
  staff: {
    Update: [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN],
    Signal: [OPEN, OPEN, OPEN, OPEN],
    client: [FORBIDDEN, HIDDEN, YES, YES],
    REST: [FORBIDDEN, HIDDEN, YES, YES],
    'chat text': [FORBIDDEN, HIDDEN, HIDDEN, FORBIDDEN],
    '/api/chat': [FORBIDDEN, FOREIGN, FOREIGN, YES],
    '/v1': [OPENAI_FORBIDDEN, OPEN, OPEN, OPENAI_FORBIDDEN],
    MCP: [SAID, OPEN, OPEN, SAID],
    studio: [UNLISTED, UNLISTED, YES, YES],
  },
};

const CALLERS = ['ada', 'bob', 'sue', 'root'] as const;
const cells = { asked: 0, accepted: 0 };

describe('who may approve', () => {
  test.each((['user', 'staff'] as const).flatMap((by) => Object.keys(WAYS).map((way) => [by, way] as const)))(
    'by %s, answered by %s -> accepted from those alone; else an error, and the question stays open',
    async (by, way) => {
      const outcomes: unknown[] = [];
      for (const caller of CALLERS) outcomes.push(await ask(by, way, caller));
      expect(outcomes).toEqual(MATRIX[by][way]);
    },
    240_000,
  );

  test('the matrix -> every way in, four callers, two settings', () => {
    expect(cells).toEqual({ asked: 2 * 9 * 4, accepted: 22 + 7 });
  });
});

async function ask(by: By, way: string, caller: keyof People): Promise<string> {
  const [flow, channel] = [`by-${by}`, randomUUID()];
  const { turnId, executionId } = await system.client
    .conversation({ flow, user: people.ada, channel })
    .submit('go');
  await expect
    .poll(
      () =>
        workflow(executionId)
          .query<unknown>(statusQuery.name)
          .catch(() => undefined),
      {
        timeout: 60_000,
      },
    )
    .toMatchObject({ waiting: [{ nodeId: 'ask' }] });
  cells.asked += 1;
  const error = await WAYS[way]!({ flow, channel, turnId, executionId, caller });
  const isAccepted = await system.client.executions.answer(executionId, { answer: 'no' }).then(
    ({ outcome }) => outcome !== 'cancelled',
    (late: unknown) => (expect(late).toMatchObject({ type: 'Approval.NotWaiting' }), true),
  );
  if (isAccepted) cells.accepted += 1;
  if (isAccepted && error !== undefined) return `accepted, and refused with ${error}`;
  return isAccepted ? YES : (error ?? OPEN);
}

function workflow(executionId: string) {
  return system.temporal.workflow.getHandle(executionId);
}

function clientOf(caller: keyof People) {
  return system.client.forUser(people[caller], {
    roles: caller === 'sue' ? ['staff'] : [],
    admin: caller === 'root',
  });
}

function headersOf(caller: keyof People, { isForAda }: { isForAda: boolean }): Record<string, string> {
  const named: Record<string, string> =
    caller === 'root' && isForAda ? { 'threadline-user': people.ada } : {};
  return { authorization: `Bearer ${people[caller]}`, 'content-type': 'application/json', ...named };
}

async function post(
  caller: keyof People,
  path: string,
  body: object,
  { isForAda = false }: { isForAda?: boolean } = {},
): Promise<string | undefined> {
  const headers = headersOf(caller, { isForAda });
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return undefined;
  const { error } = JSON.parse(text) as { error: { type: string; code?: string } };
  return error.code ?? error.type;
}

async function typeOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    if (error instanceof ThreadlineError) return error.type;
    if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
      return error.cause.type ?? 'none';
    throw error;
  }
}
