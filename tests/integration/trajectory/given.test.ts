import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { formatTrajectory } from '../../../cli/trajectory/format-trajectory.js';
import { createStyle } from '../../../cli/format/style.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { png } from '../fixtures/pictures.js';

const TOLD = 'The code of the barn door is 3149. Always answer in metric units.';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      {
        ...agentFlow({ slug: 'finds', tools: ['memory_read', 'memory_write', 'spawn'] }),
        history: { messages: 2, summaries: false as const },
      },
    ],
  });
});
afterAll(() => system?.stop());

describe('what came with a question', () => {
  test('files, a passage, a standing request, search_history and memory_read -> nodes with their edges', async () => {
    const conversation = system.client.conversation({ flow: 'finds', user: system.newUser() });
    system.model.reply(text('Noted.'), text('Yes.'), text('Fine.'));
    await conversation.ask(TOLD);
    await conversation.ask('Is it cold in the valley today?');
    await conversation.ask('And on the mountain?');
    system.model.reply(
      toolCalls([
        { name: 'search_history', arguments: { query: 'barn door code' } },
        { name: 'memory_write', arguments: { kind: 'fact', key: 'farm', value: 'has a barn' } },
      ]),
      toolCalls([{ name: 'memory_read', arguments: {} }]),
      text('3149'),
    );
    await conversation.ask([
      { type: 'text', text: 'What is the code of the barn door?' },
      {
        type: 'file',
        data: Buffer.from('door,code\nbarn,3149'),
        filename: 'doors.csv',
        mediaType: 'text/csv',
      },
      { type: 'file', data: png(4, 4, 'barn'), filename: 'barn.png', mediaType: 'image/png' },
    ]);
    const { agents, warnings } = await conversation.trajectory({ last: 1 });
    expect(warnings).toEqual([]);
    const { nodes, edges } = agents[0]!.view;
    const query = nodes.find(({ type }) => type === 'Query')!;
    expect(query.attributes['additionalFiles']).toEqual(['doors.csv', 'barn.png'].sort());
    const named = new Map(
      nodes.map(({ id, type, attributes }) => [
        id,
        `${type} ${String(attributes['name'] ?? attributes['path'] ?? attributes['action'] ?? '')}`,
      ]),
    );
    expect(edges.map(({ from, to, type }) => `${named.get(from)} ${type} ${named.get(to)}`)).toEqual(
      expect.arrayContaining([
        'Query  has_additional_file File doors.csv',
        'Query  has_additional_file File barn.png',
        'Query  find_relevant_knowledge Knowledge passages of messages 1, 2, 3, 4, 5, 6',
        'Query  find_relevant_knowledge Knowledge standing request of message 1',
        'Action search_history find_relevant_knowledge Knowledge message 1',
        'Action memory_read find_relevant_knowledge Knowledge fact farm',
      ]),
    );
    const contents = new Map(nodes.map(({ attributes: { name, content } }) => [name, content]));
    expect(contents.get('message 1')).toBe(TOLD);
    const passages = [...contents].find(([name]) => String(name).startsWith('passages of messages 1, 2'));
    expect(String(passages?.[1]).split('\n').slice(0, 2)).toEqual([`[1] ${TOLD}`, '[2] Noted.']);
    expect(contents.get('standing request of message 1')).toBe('Always answer in metric units.');
    expect(contents.get('fact farm')).toBe('has a barn');
    const outline = formatTrajectory(agents, createStyle(false));
    expect(outline).toContain('\n      passages of messages 1, 2');
    expect(outline).toContain('\n      standing request of message 1  Always answer in metric units.\n');
    expect(outline).toContain(`\n        Knowledge message 1  ${TOLD}\n`);
  });

  test('many passages and standing requests -> one Knowledge node for each kind', async () => {
    const conversation = system.client.conversation({ flow: 'finds', user: system.newUser() });
    const asked = ['Always answer in metric units.', 'Never use emojis.', 'Call me Ada.'];
    system.model.reply(...asked.map(() => text('Noted.')), text('Fine.'), text('Five.'));
    for (const request of asked) await conversation.ask(`The code of a door is 31. ${request}`);
    await conversation.ask('Is it cold today?');
    await conversation.ask('What are the codes of the doors?');
    const { agents } = await conversation.trajectory({ last: 1 });
    const known = agents[0]!.view.nodes.filter(({ type }) => type === 'Knowledge');
    expect(known.map(({ attributes }) => attributes['name'])).toEqual([
      'standing requests of messages 1, 3, 5',
      'passages of messages 1, 2, 3, 4, 5, 6, 7, 8',
    ]);
    expect(known[0]!.attributes['content']).toBe(
      ['[1] Always answer in metric units.', '[3] Never use emojis.', '[5] Call me Ada.'].join('\n'),
    );
  });
});
