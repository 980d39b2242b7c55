import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { callPurposes } from '../context/fixtures/rows.js';
import { words } from '../context/fixtures/words.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { lastRequests } from './fixtures.js';

let system: TestSystem;
beforeAll(async () => {
  const flow = agentFlow({ slug: 'small', window: 4_000, maxOutputTokens: 400, tools: ['calculate'] });
  system = await startTestSystem(inject('environment'), { flows: [flow] });
});
afterAll(() => system?.stop());

describe('a history that is compacted between the steps of a run', () => {
  test('the current step and the question stay beside the summary; earlier steps are replaced', async () => {
    const running = gated('Be', 'gun.');
    const call = toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]);
    system.model.reply(
      ...[running, text(words(1_700)), text(words(1_700))],
      ...Array.from({ length: 2 }, () => text('Two long answers were given.')),
      ...[call, text('Done.')],
    );
    const conversation = system.client.conversation({ flow: 'small', user: system.newUser() });
    const { executionId, turnId } = await conversation.submit('Begin.');
    await running.started;
    for (const said of ['One.', 'Two.', 'Three.'])
      await system.client.executions.pushStep(executionId, { text: said, when: 'after-answer' });
    running.release();
    expect(await conversation.ask({ text: 'Begin.', turnId })).toMatchObject({ text: 'Begun.' });
    expect(await callPurposes(system, executionId)).toEqual([
      ...['answer completed', 'answer completed', 'answer completed'],
      ...['compaction completed', 'compaction completed'],
      ...['answer completed', 'answer completed'],
    ]);
    const [asked, answered] = lastRequests(system, 2);
    expect(spokenIn(asked!)).toEqual(['user: Begin.', 'user: Three.']);
    expect(spokenIn(answered!).slice(0, 2)).toEqual(['user: Begin.', 'user: Three.']);
    const explained = await system.client.executions.explain(executionId);
    expect(explained).toHaveLength(7);
    expect(JSON.stringify(explained.at(-1))).toContain('Three.');
    const { nodes, edges } = (await conversation.trajectory()).agents[0]!.view;
    const summary = nodes.find(({ type }) => type === 'Knowledge')!;
    expect(summary).toMatchObject({
      description: 'Sent to the model: summary',
      attributes: {
        knowledgeType: 'summary',
        content: expect.stringContaining('Two long answers were given.'),
      },
    });
    const sources = edges.filter(({ to }) => to === summary.id).map(({ from }) => from);
    expect(nodes.filter(({ id }) => sources.includes(id)).map(({ type }) => type)).toEqual(['State']);
  });
});
