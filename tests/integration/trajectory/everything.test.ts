import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createStyle } from '../../../cli/format/style.js';
import { formatTrajectory } from '../../../cli/trajectory/format-trajectory.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, code, manual, subflow, template } from '../../../flow/kinds/node-kinds.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { toHtml } from '../../../trajectory/render/to-html.js';
import { png } from '../fixtures/pictures.js';
import { runCommand } from '../fixtures/run-command.js';

const model = SCRIPTED_MODEL;
const TOLD = 'The code of the barn door is 3149. Always answer in metric units.';
const broken = defineTool({
  name: 'open_door',
  description: 'Opens a door.',
  input: z.object({ code: z.string() }),
  retry: 'safe',
  execute: () => {
    throw new Error('the lock is stuck');
  },
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    tools: [broken],
    flows: [
      defineFlow({
        slug: 'doors',
        name: 'Doors',
        history: { messages: 2, summaries: false },
        nodes: {
          chat: chat(),
          stock: code({ expression: "(() => { throw new Error('no stock') })()" }),
          rescue: template({ template: 'stock is unknown' }),
          weather: subflow({ flow: 'weather' }),
          agent: agent({
            model,
            system: 'Answer plainly.',
            tools: ['open_door'],
            queues: { pre: ['Read the rules.'], post: ['Say what you did.'] },
          }),
        },
        edges: [
          ['chat', 'stock'],
          ['stock', 'rescue', { on: 'error' }],
          ['rescue', 'weather'],
          ['weather', 'agent'],
        ],
      }),
      defineFlow({
        slug: 'weather',
        name: 'Weather',
        nodes: { start: manual(), tell: agent({ model, system: 'Tell the weather.' }) },
        edges: [['start', 'tell']],
      }),
    ],
  });
});
afterAll(() => system?.stop());

describe('the trajectory of a chat', () => {
  test('files, a passage, search, a failed branch, queues and a sub-execution -> the outline shows all', async () => {
    const conversation = system.client.conversation({ flow: 'doors', user: system.newUser() });
    for (const said of [TOLD, 'Is it cold in the valley?', 'And on the mountain?']) {
      system.model.reply(text('Dry.'), text('I read.'), text('Fine.'), text('I answered.'));
      await conversation.ask(said);
    }
    system.model.reply(
      text('Dry and cold.'),
      text('I read the rules.'),
      toolCalls([{ name: 'search_history', arguments: { query: 'barn door code' } }]),
      toolCalls([{ name: 'open_door', arguments: { code: '3149' } }]),
      toolCalls([{ name: 'search_history', arguments: { query: 'mountain' } }]),
      text('The code is 3149, but the lock is stuck.'),
      text('I searched, and tried the door.'),
    );
    const answer = await conversation.ask([
      { type: 'text', text: 'What is the code of the barn door?' },
      {
        type: 'file',
        data: Buffer.from('door,code\nbarn,3149'),
        filename: 'doors.csv',
        mediaType: 'text/csv',
      },
      { type: 'file', data: png(4, 4, 'barn'), filename: 'barn.png', mediaType: 'image/png' },
    ]);
    expect(answer.text).toBe('The code is 3149, but the lock is stuck.');

    const { agents, session } = await conversation.trajectory({ last: 1 });
    const page = toHtml({ title: session, agents });
    const outline = formatTrajectory(agents, createStyle(false));
    const printed = await runCommand(system, ['trajectory', conversation.workflowId, '--last', '1']);
    expect(printed).toEqual({ output: `${outline}\n`, failure: undefined });
    if (process.env.KEEP_TRAJECTORY) {
      await writeFile(`${process.env.KEEP_TRAJECTORY}.txt`, outline);
      await writeFile(`${process.env.KEEP_TRAJECTORY}.html`, page);
    }
    const lines = outline.split('\n').map((line) => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'attached: "doors.csv", text/csv',
        'attached: "barn.png", image/png, 4 x 4',
        'standing request of message 1  Always answer in metric units.',
        expect.stringMatching(/^passages of messages 1, .* {2}\[1\] The code of the barn door is 3149/),
        'pre step 1: Read the rules.',
        '= I read the rules.',
        'main',
        '> search_history {"query":"barn door code"}',
        `Knowledge message 1  ${TOLD}`,
        '> open_door {"code":"3149"} (failed)',
        '= The code is 3149, but the lock is stuck. *',
        'post step 1: Say what you did.',
        '= I searched, and tried the door.',
        expect.stringMatching(/^> stock .*\(failed\)$/),
        expect.stringMatching(/^Script stock/),
        expect.stringMatching(/^> weather /),
        expect.stringMatching(/^Skill weather/),
        'weather/1/tell',
        '= Dry and cold. *',
      ]),
    );
    expect(outline).toMatch(/\(failed\)\n +open_door failed: .*the lock is stuck/);
    expect(outline).toMatch(/\(failed\)\n +.*no stock/);
    expect(lines.filter((line) => line.endsWith(' *')).length).toBe(agents.length);
    const flow = agents.find(({ subAgent }) => subAgent === '@flow')!.view;
    expect(flow.pointers).toEqual(['Action(agent@4)']);
    expect(page).toContain('post step 1: Say what you did.');
  });
});
