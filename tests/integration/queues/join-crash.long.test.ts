import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../../testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../../testing/worker-process.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { holding, tools, type Held } from './hold-tool.js';

const module = fileURLToPath(new URL('./hold-tool.ts', import.meta.url));

let held: Held;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['hold'], history: { summaries: false } })],
    tools,
    // A call that was cut off is made again.
    model: { script: ({ messages }) => (messages.some(isResult) ? text('Done.') : held.reply) },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('a pushed step whose worker is killed', () => {
  test.each<[string, Fault]>([
    ['as it is stored', { point: 'storeStep.after', action: 'kill' }],
    ['before the call is planned that it joins', { point: 'trimContext.before', action: 'kill', nth: 2 }],
    ['as that call is planned', { point: 'trimContext.after', action: 'kill', nth: 2 }],
    ['as that call is answered', { point: 'callModel.answered', action: 'kill', nth: 2 }],
  ])('%s -> sent once, with the next call', async (_name, fault) => {
    held = await holding();
    const first = await startWorkerProcess(system, fault, { module });
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    const { executionId, turnId } = await conversation.submit('How far?');
    await held.began();
    const pushed = system.client.executions.pushStep(executionId, { text: 'In metres.', id: 'p' });
    if (fault.point === 'storeStep.after') await first.faulted;
    else await pushed;
    await held.release();
    await first.faulted;
    const second = await system.startWorker();
    await pushed;
    expect(await conversation.ask({ text: 'How far?', turnId })).toMatchObject({ text: 'Done.' });
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      'user: How far?',
      'tool: held',
      'user: In metres.',
    ]);
    expect((await conversation.history()).messages.map(({ text: said, joined }) => [said, joined])).toEqual([
      ['Done.', null],
      ['In metres.', { step: 2 }],
      ['How far?', null],
    ]);
    await first.exited;
    await second.shutdown();
  });
});

function isResult({ role }: Readonly<Record<string, unknown>>): boolean {
  return role === 'tool';
}
