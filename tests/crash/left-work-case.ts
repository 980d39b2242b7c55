import { expect } from 'vitest';
import { startTestSystem } from '../../packages/testing/test-system.js';
import type { TestEnvironment } from '../../packages/testing/test-environment.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import { CaseWorkers, TIMEOUT_MS, type CaseCourse } from './case-course.js';
import { LEFT_WORK, LEFT_WORK_FLOWS, leftWorkScript } from './fixtures/left-work.js';

const module = new URL('./fixtures/project.ts', import.meta.url);

export interface LeftWorkFault extends Fault {
  flow: keyof typeof LEFT_WORK;
}

export function isLeftWork(flow: string): flow is LeftWorkFault['flow'] {
  return flow in LEFT_WORK;
}

export async function runLeftWorkCase(
  environment: TestEnvironment,
  { flow, ...fault }: LeftWorkFault,
  { ready, meet }: CaseCourse,
): Promise<void> {
  const system = await startTestSystem(environment, {
    withoutWorker: true,
    flows: LEFT_WORK_FLOWS,
    model: { script: leftWorkScript },
  });
  const workers = new CaseWorkers(() => startWorkerProcess(system, undefined, { module }));
  try {
    const first = await startWorkerProcess(system, fault, { module });
    workers.add(first);
    const conversation = system.client.conversation({ flow, user: system.newUser() });
    const { says, check } = LEFT_WORK[flow];
    for (const text of says.slice(0, -1)) await conversation.ask(text);
    await ready();
    const last = { text: says.at(-1) ?? '', turnId: 'last', timeoutMs: TIMEOUT_MS };
    const { executionId } = await conversation.submit(last);
    await meet(first, workers);
    expect((await conversation.ask(last)).text).toBe('fine');
    await check(system, { conversation, executionId });
    expect(await system.db.selectFrom('stream_chunk').select('step').execute()).toEqual([]);
  } finally {
    await workers.killAll();
    await system.stop({ check: false });
  }
}
