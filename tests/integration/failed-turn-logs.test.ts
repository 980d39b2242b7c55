import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { chat, code, subflow } from '../../flow/kinds/node-kinds.js';
import { fault, gated } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { hashUser } from '../../telemetry/hash-user.js';
import {
  createWorkspace,
  SOURCE_COMMAND,
  type Running,
  type Workspace,
} from '../cli/end-to-end/run-threadline.js';

const inner = defineFlow({
  slug: 'inner',
  name: 'Inner',
  nodes: { start: chat(), fail: code({ expression: "(() => { throw new Error('out of stock') })()" }) },
  edges: [['start', 'fail']],
});
const outer = defineFlow({
  slug: 'outer',
  name: 'Outer',
  nodes: { start: chat(), order: subflow({ flow: 'inner' }) },
  edges: [['start', 'order']],
});

let system: TestSystem;
let workspace: Workspace;
let worker: Running;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), inner, outer],
    withoutWorker: true,
  });
  workspace = createWorkspace(
    {
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      DATABASE_URL: system.databaseUrl,
      THREADLINE_TASK_QUEUE: system.taskQueue,
      THREADLINE_HTTP_ADDRESS: '127.0.0.1:0',
      THREADLINE_MODEL: SCRIPTED_MODEL,
      OPENAI_API_KEY: 'sk-sEcReT99',
      OPENAI_BASE_URL: system.model.baseUrl,
    },
    SOURCE_COMMAND,
  );
  worker = workspace.start(['worker']);
  await worker.until('Listening on Task Queue');
});
afterAll(async () => {
  await workspace?.cleanUp();
  // The worker probes the endpoint for model facts; the check would report the unknown paths.
  await system?.stop({ check: false });
});

describe('the log of a worker', () => {
  test("a provider refuses the key -> one WARN with the turn's facts, and neither key nor text", async () => {
    const user = system.newUser();
    system.model.reply(fault.status(401, { message: 'Incorrect API key provided: sk-sEcReT99' }));
    const chat = system.client.conversation({ flow: 'assistant', user });
    const { executionId } = await chat.submit({ text: 'My cat is called Grace', turnId: 't1' });
    expect(await failuresOf(executionId)).toMatchObject([
      {
        level: 'WARN',
        message: 'Turn failed',
        flow: 'assistant',
        turn: 't1',
        user: hashUser(user),
        type: 'Model.Authentication',
        reason: expect.stringContaining('Incorrect API key'),
        node: 'agent',
        causes: [],
      },
    ]);
    expect(worker.printed()).not.toMatch(/sEcReT99|Grace/);
  });

  test('a sub-execution fails -> only its turn is logged, with the sub-execution as the cause', async () => {
    const chat = system.client.conversation({ flow: 'outer', user: system.newUser() });
    const { executionId } = await chat.submit('Order it');
    const child = `${executionId}/order/1`;
    expect(await failuresOf(executionId)).toMatchObject([
      {
        node: 'order',
        causes: [{ execution: child, reason: expect.stringContaining('out of stock') }],
      },
    ]);
    expect(linesOf(child)).toEqual([]);
  });

  test('an execution is refused before it has a row -> one WARN', async () => {
    const workflowId = 'execution/nowhere/1';
    await system.temporal.workflow.start('execution', {
      workflowId,
      taskQueue: system.taskQueue,
      args: [{ flow: 'nowhere', text: 'Hi' }],
    });
    expect(await failuresOf(workflowId)).toMatchObject([
      { message: 'Execution failed', flow: 'nowhere', type: 'Conversation.UnknownFlow' },
    ]);
  });

  test('the execution of a turn is terminated -> one WARN', async () => {
    const gate = gated('First, ', 'then.');
    system.model.reply(gate);
    const chat = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { executionId } = await chat.submit('Hi');
    await gate.started;
    await system.temporal.workflow.getHandle(executionId).terminate('by hand');
    expect(await failuresOf(executionId)).toMatchObject([{ message: 'Turn failed', type: 'Terminated' }]);
    gate.release();
  });
});

const REPORTS = ['Turn failed', 'Execution failed'];

interface Line extends Record<string, unknown> {
  execution?: string;
}

async function failuresOf(executionId: string): Promise<Line[]> {
  await expect.poll(() => linesOf(executionId).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await system.temporal.workflow
    .getHandle(executionId)
    .result()
    .catch(() => undefined);
  return linesOf(executionId);
}

function linesOf(executionId: string): Line[] {
  return worker
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ execution, message }) => execution === executionId && REPORTS.includes(String(message)));
}
