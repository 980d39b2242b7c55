import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { fault, gated, text, toolCalls } from '../../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { defineTool } from '../../../../extend/tools/define-tool.js';
import { agentFlow } from '../../context/fixtures/agent-flow.js';
import { ChatScreen } from './chat-screen.js';
import { ChatSite } from './chat-site.js';

let system: TestSystem;
let see: () => void = () => undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['pay', 'look', 'note'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays',
        input: z.object({ amount: z.number() }),
        approve: true,
        execute: ({ amount }) => Promise.resolve({ paid: amount }),
      }),
      defineTool({
        name: 'look',
        description: 'Looks for as long as the test wants',
        input: z.object({}),
        execute: () =>
          new Promise((resolve) => {
            see = () => resolve({ seen: true });
          }),
      }),
      defineTool({
        name: 'note',
        description: 'Notes',
        input: z.object({}),
        execute: () => Promise.resolve({ noted: true }),
      }),
    ],
  });
});
afterAll(() => system?.stop());

describe('useChat', () => {
  test.each([6, 7] as const)(
    'of ai %i: asked, reloaded, permitted, streamed -> shows what is stored',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      const rest = gated('Paid ', 'five.');
      system.model.reply(
        toolCalls([{ name: 'pay', arguments: { amount: 5 } }], { text: 'I shall pay.' }),
        rest,
      );
      await screen.say('Pay 5');
      await expect.poll(() => screen.text()).toContain('approval-requested');
      await screen.reload();
      await expect.poll(() => screen.text()).toContain('approval-requested');
      await expect.poll(() => screen.status()).toBe('ready');
      await screen.page.click('.yes');
      await rest.started;
      await expect.poll(() => screen.text()).toContain('Paid ');
      await screen.reload();
      await expect.poll(() => screen.text()).toContain('Paid ');
      rest.release();
      const paid = [['Pay 5'], ['I shall pay.', 'tool-pay {"paid":5}', 'Paid five.']];
      await screen.expectStored(paid);
      system.model.reply(text('And more.'));
      await screen.say('More?');
      await screen.expectStored([...paid, ['More?'], ['And more.']]);
    },
  );

  test.each([6, 7] as const)(
    'of ai %i: answered again, edited, stopped, failed and retried, with a file -> shows what is stored',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      system.model.reply(text('Rome.'));
      await screen.say('Name a city');
      await screen.expectStored([['Name a city'], ['Rome.']]);
      system.model.reply(text('Paris.'));
      await screen.call('regenerate()');
      await screen.expectStored([['Name a city'], ['Paris.']]);
      system.model.reply(text('Oslo.'));
      await screen.call("sendMessage({ text: 'Name a northern city', messageId: chat.messages[0].id })");
      const said = [['Name a northern city'], ['Oslo.']];
      await screen.expectStored(said);
      const rest = gated('Once ', 'upon a time.');
      system.model.reply(rest);
      await screen.say('Tell me a story');
      await rest.started;
      await expect.poll(() => screen.text()).toContain('Once ');
      await screen.stop();
      rest.release();
      said.push(['Tell me a story'], ['Once ']);
      await screen.expectStored(said);
      system.model.reply(fault.status(401));
      await screen.say('And now?');
      await expect.poll(() => screen.status()).toBe('error');
      system.model.reply(text('Now it works.'));
      await screen.call('regenerate()');
      said.push(['And now?'], ['Now it works.']);
      await screen.expectStored(said);
      system.model.reply(text('A note.'));
      await screen.call(
        "sendMessage({ text: 'What is it?', files: [{ type: 'file', mediaType: 'text/plain', filename: 'a.txt', url: 'data:text/plain;base64,aGk=' }] })",
      );
      said.push(['file a.txt', 'What is it?'], ['A note.']);
      await screen.expectStored(said);
    },
  );

  test.each([6, 7] as const)(
    'of ai %i: other text while a call waits -> the open page shows the call as refused, once, as it is stored',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 5 } }]), text('It rains.'));
      await screen.say('Pay 5');
      await expect.poll(() => screen.text()).toContain('approval-requested');
      await expect.poll(() => screen.status()).toBe('ready');
      await screen.say('Does it rain?');
      await screen.expectStored([['Pay 5'], ['Does it rain?'], ['tool-pay "output-denied"', 'It rains.']]);
      expect(await screen.count('.yes')).toBe(0);
    },
  );

  test.each([6, 7] as const)(
    'of ai %i: asked beside calls that run, answered yes before they end, no after a reload -> answers are sent by themselves',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      const call = (name: string) => ({ name, arguments: name === 'pay' ? { amount: 5 } : {} });
      system.model.reply(toolCalls(['pay', 'look', 'note'].map(call)), text('Paid.'));
      await screen.say('Pay 5');
      await expect.poll(() => screen.text()).toContain('approval-requested');
      await expect.poll(() => screen.text()).toContain('tool-note {"noted":true}');
      expect(await screen.text()).toContain('tool-look "input-available"');
      await screen.page.click('.yes');
      see();
      const said = [
        ['Pay 5'],
        ['tool-pay {"paid":5}', 'tool-look {"seen":true}', 'tool-note {"noted":true}', 'Paid.'],
      ];
      await screen.expectStored(said);
      system.model.reply(toolCalls(['look', 'pay'].map(call)), text('Not paid.'));
      await screen.say('Pay again');
      await expect.poll(() => screen.text()).toContain('approval-requested');
      see();
      await expect.poll(() => screen.status()).toBe('ready');
      await screen.reload();
      await expect.poll(() => screen.text()).toContain('approval-requested');
      await screen.page.click('.no');
      said.push(['Pay again'], ['tool-look {"seen":true}', 'tool-pay "output-denied"', 'Not paid.']);
      await screen.expectStored(said);
    },
  );
});
