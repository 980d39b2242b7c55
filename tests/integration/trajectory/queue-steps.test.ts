import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatTrajectory } from '../../../cli/trajectory/format-trajectory.js';
import { createStyle } from '../../../cli/format/style.js';
import { fault, gated, text } from '../../../packages/testing/model-server/index.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';
import { toHtml } from '../../../trajectory/render/to-html.js';
import { begun, startQueueSystem } from '../queues/fixtures.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startQueueSystem();
});
afterAll(() => system?.stop());

describe('a run with queues, read afterward', () => {
  test('outline, page and time axis -> each step with its instruction, and which text is the answer', async () => {
    const running = gated('I re', 'ad.');
    system.model.reply(running, text('You fly.'), text('By train.'), text('I looked it up.'));
    const { conversation, executionId, turnId } = await begun(system, { flow: 'whole', running });
    await system.client.executions.pushStep(executionId, { text: 'Shorter.' });
    await system.client.executions.pushStep(executionId, { text: 'How else?', when: 'after-answer' });
    running.release();
    expect(await conversation.ask({ text: 'hi', turnId })).toMatchObject({ text: 'You fly.' });

    const { agents } = await conversation.trajectory();
    const outline = formatTrajectory(agents, createStyle(false)).split('\n').slice(2);
    expect(outline).toEqual([
      '  ? hi',
      '  pre step 1: Read the rules for hi.',
      '  = I read.',
      '  pre step 2: call note',
      '    > note {"what":"begin"}',
      '  main with step 1: Shorter.',
      '  = You fly. *',
      '  main step 2: How else?',
      '  = By train.',
      '  post step 1: call note',
      '    > note {"what":"end"}',
      '  post step 2: Say what you did.',
      '  = I looked it up.',
    ]);
    const page = toHtml({ title: 'queues', agents });
    const shown = JSON.parse(/id="data">([^]*?)<\/script>/.exec(page)![1]!) as typeof agents;
    const states = shown[0]!.view.nodes.flatMap(({ attributes: { content, queueStep, answersQuestion } }) =>
      queueStep === undefined ? [] : [[content, queueStep, answersQuestion]],
    );
    expect(states).toContainEqual(['You fly.', 'main with step 1: Shorter.', true]);
    expect(states).toContainEqual(['I looked it up.', 'post step 2: Say what you did.', undefined]);
    expect(states.filter(([, , isAnswer]) => isAnswer)).toHaveLength(1);
    expect(await labels(executionId)).toEqual([
      'pre step 1: Read the rules for hi. · Reply',
      'pre step 2 · note',
      'main with step 1: Shorter. · Answer',
      'main step 2: How else? · Reply',
      'post step 1 · note',
      'post step 2: Say what you did. · Reply',
    ]);
  });

  test('a main loop that fails -> the post steps are named, and the star marks where the run ended', async () => {
    const conversation = system.client.conversation({ flow: 'failing', user: system.newUser() });
    system.model.reply(fault.status(401), text('Cleaned.'));
    await expect(conversation.ask('hi')).rejects.toThrow();
    const outline = formatTrajectory((await conversation.trajectory()).agents, createStyle(false));
    expect(outline).toContain('post step 1: First clean up.\n  = Cleaned.');
    expect(outline.match(/\*/g)).toHaveLength(1);
  });
});

async function labels(executionId: string) {
  const { rows } = await system.client.executions.waterfall(executionId);
  return rows.flatMap(({ kind, label }) => (kind === 'call' || kind === 'tool' ? [label] : []));
}
