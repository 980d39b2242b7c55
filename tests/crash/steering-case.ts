import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem } from '../../packages/testing/test-system.js';
import type { TestEnvironment } from '../../packages/testing/test-environment.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import { agentFlow } from '../integration/context/fixtures/agent-flow.js';
import { spokenIn } from '../integration/flows/fixtures/spoken-in.js';
import { holding, tools } from '../integration/queues/hold-tool.js';
import { CaseWorkers, TIMEOUT_MS, type CaseCourse } from './case-course.js';

const module = fileURLToPath(new URL('../integration/queues/hold-tool.ts', import.meta.url));

export interface SteeringFault extends Fault {
  flow: 'steering';
}

export async function runSteeringCase(
  environment: TestEnvironment,
  { flow: slug, ...fault }: SteeringFault,
  { ready, meet }: CaseCourse,
): Promise<void> {
  const held = await holding();
  const system = await startTestSystem(environment, {
    withoutWorker: true,
    flows: [agentFlow({ slug, tools: ['hold'], history: { summaries: false } })],
    tools,
    model: {
      script: ({ messages }) => (messages.some(({ role }) => role === 'tool') ? text('Done.') : held.reply),
    },
  });
  const workers = new CaseWorkers(() => startWorkerProcess(system, undefined, { module }));
  try {
    const first = await startWorkerProcess(system, fault, { module });
    workers.add(first);
    const conversation = system.client.conversation({ flow: slug, user: system.newUser() });
    await ready();
    const { turnId } = await conversation.submit({ text: 'How far?', timeoutMs: TIMEOUT_MS });
    await held.began();
    const message = { text: 'In metres.', turnId: 's', timeoutMs: TIMEOUT_MS };
    await conversation.submit(message, { whileRunning: 'steer' });
    await held.release();
    await meet(first, workers);
    expect(await conversation.ask(message)).toMatchObject({ turnId, text: 'Done.' });
    await vi.waitFor(async () => expect((await conversation.status())?.state).toBe('idle'), {
      timeout: TIMEOUT_MS,
    });
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      ...['user: How far?', 'tool: held', 'user: In metres.'],
    ]);
    const { messages } = await conversation.history();
    expect(messages.map(({ text: said, joined }) => [said, joined])).toEqual([
      ['Done.', null],
      ['In metres.', { step: 2, turnId: 's' }],
      ['How far?', null],
    ]);
    expect(await system.db.selectFrom('turn').select('status').distinct().execute()).toEqual([
      { status: 'completed' },
    ]);
  } finally {
    await workers.killAll();
    await system.stop({ check: false });
  }
}
