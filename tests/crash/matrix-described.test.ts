import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import { upkeepEnded } from '../integration/summaries/fixtures/summary-harness.js';
import { isPortraitRequest } from '../integration/trajectory/fixtures/touching-harness.js';
import { LEFT_WORK_FLOWS, leftWorkScript } from './fixtures/left-work.js';

const module = new URL('./fixtures/project.ts', import.meta.url);

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: LEFT_WORK_FLOWS,
    model: { script: leftWorkScript },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('an execution outside conversations whose worker is killed', () => {
  const places: [string, Fault['point'], calls: number][] = [
    ['when its rows are final, before its upkeep is started', 'finishExecution.after', 1],
    ['after the call for descriptions, before it is stored', 'describeTouched.answered', 2],
    ['after the descriptions are stored', 'describeTouched.stored', 1],
  ];

  test.each(places)('%s -> answered and described, once', async (_name, point, calls) => {
    const first = await startWorkerProcess(system, { point, action: 'kill' }, { module });
    const before = system.model.requests.filter(isPortraitRequest).length;
    const { executionId, result } = await system.client.executions.start({
      flow: 'description',
      text: 'look',
    });
    await first.faulted;
    const second = await startWorkerProcess(system, undefined, { module });
    expect(await result()).toBe('fine');
    await upkeepEnded(system, { workflowId: executionId });
    const things = await system.db
      .selectFrom('trajectory_node')
      .innerJoin('execution', 'execution.id', 'execution_id')
      .select(['name', 'description'])
      .where('workflow_id', '=', executionId)
      .where('type', '=', 'Table')
      .execute();
    expect(things).toEqual([{ name: 'sales', description: 'What sales is.' }]);
    expect(system.model.requests.filter(isPortraitRequest)).toHaveLength(before + calls);
    first.kill();
    second.kill();
    await Promise.all([first.exited, second.exited]);
  });
});
