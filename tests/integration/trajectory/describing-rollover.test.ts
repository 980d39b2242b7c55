import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { upkeepEnded } from '../summaries/fixtures/summary-harness.js';
import { dataNodes, describeAll, isPortraitRequest } from './fixtures/touching-harness.js';
import { startEarlyRollover, type EarlyRollover } from '../fixtures/early-rollover.js';

const TABLES = 100;
const CALLS = 4;
const survey = defineTool({
  name: 'survey',
  description: 'Looks at everything.',
  input: z.object({ part: z.number() }),
  execute: () => 'seen',
  touches: ({ part }) =>
    Array.from({ length: TABLES }, (_, index) => ({ type: 'Table', name: `table ${part}.${index}` })),
});
let rollover: EarlyRollover;
let system: TestSystem;

beforeAll(async () => {
  rollover = await startEarlyRollover(inject('environment'), { events: 30 });
  const history = { summaries: false as const, retrieval: false as const };
  system = await startTestSystem(rollover.environment, {
    flows: [
      { ...agentFlow({ slug: 'surveying', tools: ['survey'] }), history, trajectory: { descriptions: true } },
    ],
    tools: [survey],
    model: {
      script(request) {
        if (isPortraitRequest(request)) return describeAll(request);
        if (lastToolResults(request).length > 0) return text('It is done.');
        return toolCalls(
          Array.from({ length: CALLS }, (_, part) => ({ name: 'survey', arguments: { part } })),
        );
      },
    },
  });
});
afterAll(async () => {
  await system?.stop();
  await rollover?.stop();
});

describe('an upkeep with more to describe than its history takes', () => {
  test('-> continues in the next run, until everything is described', async () => {
    const conversation = system.client.conversation({ flow: 'surveying', user: system.newUser() });
    await conversation.ask('survey');
    await upkeepEnded(system, conversation);
    const said = (await dataNodes(system, conversation)).map(({ description }) => description);
    expect(said).toHaveLength(CALLS * TABLES);
    expect(said).not.toContain(null);
    const { events } = await system.temporal.workflow
      .getHandle(`${conversation.workflowId}/upkeep`)
      .fetchHistory();
    expect(events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId).toMatch(/./);
  });
});
