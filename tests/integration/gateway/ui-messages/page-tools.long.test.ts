import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { turnWorkflowId } from '../../../../protocol/ids.js';
import { lastToolResults, text, toolCalls } from '../../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { startWorkerProcess, type WorkerProcess } from '../../../../packages/testing/worker-process.js';
import { agentFlow } from '../../context/fixtures/agent-flow.js';
import { ChatScreen } from './chat-screen.js';
import { ChatSite } from './chat-site.js';
import { tools } from './page-tools-project.js';

const LONG = { timeout: 20_000 };
const module = new URL('./page-tools-project.ts', import.meta.url);

let system: TestSystem;
let worker: WorkerProcess;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    withoutWorker: true,
    flows: [
      agentFlow({ slug: 'assistant', tools: tools.map(({ name }) => name), history: { summaries: false } }),
    ],
    tools,
  });
  worker = await startWorkerProcess(system, undefined, { module });
});
afterAll(async () => {
  worker?.kill();
  await worker?.exited;
  await system?.stop();
});

async function killWorker(): Promise<void> {
  worker.kill();
  await worker.exited;
}

describe('executions.answer', () => {
  test('an output before a worker has looked at the call -> accepted once the call waits', async () => {
    await killWorker();
    worker = await startWorkerProcess(system, { point: 'runTool.before', action: 'hold' }, { module });
    system.model.reply(toolCalls([{ name: 'choose', arguments: { of: 'shirt' } }]), text('Bought.'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { turnId } = await conversation.submit('Buy a shirt');
    const executionId = turnWorkflowId(conversation.workflowId, turnId);
    await worker.faulted;
    const sent = system.client.executions.answer(executionId, { call: '1.1', output: 'the blue one' });
    worker.release();
    expect(await sent).toMatchObject({ call: '1.1', outcome: 'confirmed' });
    expect(await conversation.ask({ text: 'Buy a shirt', turnId })).toMatchObject({ text: 'Bought.' });
  });
});

describe('useChat', () => {
  test.each([6, 7] as const)(
    'of ai %i: a tool of the page, run by onToolCall -> its output reaches the model; a page that is loaded again does not run it',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      system.model.reply(toolCalls([{ name: 'measure', arguments: {} }]), text('Wide enough.'));
      await screen.say('How wide?');
      await screen.expectStored([['How wide?'], ['tool-measure {"width":1280}', 'Wide enough.']]);
      expect(await screen.page.evaluate('window.measured')).toBe(1);
      await screen.reload();
      await screen.expectStored([['How wide?'], ['tool-measure {"width":1280}', 'Wide enough.']]);
      expect(await screen.page.evaluate('window.measured')).toBeUndefined();
    },
  );

  test.each([6, 7] as const)(
    'of ai %i: tools of the page beside free, slow and denied ones, the worker killed and the page reloaded meanwhile -> each output once',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      system.model.reply(
        toolCalls([
          { name: 'note', arguments: {} },
          { name: 'choose', arguments: { of: 'shirt' } },
          { name: 'look', arguments: {} },
          { name: 'pay', arguments: { amount: 5 } },
          { name: 'measure', arguments: {} },
        ]),
        text('Nothing bought.'),
      );
      await screen.say('Buy a shirt');
      await expect.poll(() => screen.text(), LONG).toContain('tool-look {"seen":true}');
      await expect.poll(() => screen.text(), LONG).toContain('tool-pay "approval-requested"');
      await expect.poll(() => screen.status(), LONG).toBe('ready');
      await killWorker();
      await screen.reload();
      await expect.poll(() => screen.status(), LONG).toBe('ready');
      await screen.page.click('.no');
      await screen.page.click('.give');
      await expect.poll(() => screen.status(), LONG).not.toBe('ready');
      worker = await startWorkerProcess(system, undefined, { module });
      await screen.expectStored([
        ['Buy a shirt'],
        [
          'tool-note {"noted":true}',
          'tool-choose "the blue shirt"',
          'tool-look {"seen":true}',
          'tool-pay "output-denied"',
          'tool-measure {"width":1280}',
          'Nothing bought.',
        ],
      ]);
      expect(lastToolResults(system.model.requests.at(-1)!).map(({ text: shown }) => shown)).toEqual([
        '{"noted":true}',
        'the blue shirt',
        '{"seen":true}',
        expect.stringContaining('refused'),
        '{"width":1280}',
      ]);
    },
  );

  test.each([6, 7] as const)(
    'of ai %i: two calls with one id in one step, the worker killed between their outputs -> each has its own part and output',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      system.model.reply(
        toolCalls(['shirt', 'shoe'].map((of) => ({ id: 'same', name: 'choose', arguments: { of } }))),
        text('Bought both.'),
      );
      await screen.say('Buy both');
      await expect.poll(() => screen.count('.give'), LONG).toBe(2);
      await expect.poll(() => screen.status(), LONG).toBe('ready');
      await screen.page.click('.give');
      await expect.poll(() => screen.count('.give')).toBe(1);
      await killWorker();
      await screen.page.click('.give');
      await expect.poll(() => screen.count('.give')).toBe(0);
      worker = await startWorkerProcess(system, undefined, { module });
      await screen.expectStored([
        ['Buy both'],
        ['tool-choose "the blue shirt"', 'tool-choose "the blue shoe"', 'Bought both.'],
      ]);
    },
  );
});
