import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, manual } from '../../flow/kinds/node-kinds.js';
import { text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const OUTPUT_TOKENS = 10_000;
const FLOW = defineFlow({
  slug: 'several',
  name: 'Several',
  nodes: {
    start: manual(),
    answer: agent({
      model: [SCRIPTED_MODEL, SCRIPTED_ANTHROPIC_MODEL],
      system: 'You answer.',
      maxOutputTokens: OUTPUT_TOKENS,
      fallbackSeconds: 1,
    }),
  },
  edges: [['start', 'answer']],
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [FLOW],
    providers: { openai: { requestsPerMinute: 1 } },
    model: {
      script: ({ path }) => text(path.endsWith('/chat/completions') ? 'First.' : 'Second.'),
    },
  });
});
afterAll(() => system?.stop());

describe('a node with several models', () => {
  test("at the limit of the first one's provider -> the next one is called, within a budget for one call", async () => {
    expect(await ask()).toMatchObject({ status: 'completed', answer: 'First.' });
    const second = await ask();
    expect(second).toMatchObject({ status: 'completed', answer: 'Second.' });
    expect(await system.client.executions.explain(second.executionId)).toMatchObject([
      { model: SCRIPTED_MODEL, status: 'failed', errorType: 'Model.RateLimited' },
      { model: SCRIPTED_ANTHROPIC_MODEL, status: 'completed' },
    ]);
  });
});

async function ask() {
  const { executions } = system.client;
  const budget = { tokens: OUTPUT_TOKENS * 1.5 };
  const { executionId } = await executions.start({ flow: 'several', text: 'Hello', budget });
  await expect
    .poll(async () => (await executions.get(executionId)).finishedAt !== null, { timeout: 20_000 })
    .toBe(true);
  return executions.get(executionId);
}
