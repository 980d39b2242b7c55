import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, chat, reply } from '../../../flow/kinds/node-kinds.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { fields, findFaults, goTo, keepPicture, read, say, shown, StudioSite } from './studio-site.js';

const SHORTENED = /^\/safe\/\\u202ea+… \[2,\d+ characters omitted\] …a+\/\.\.\/\.\.\/etc\/passwd\\u200b$/;

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'assistant', tools: ['write', 'refund'], history: { summaries: false } }),
      defineFlow({
        slug: 'gate',
        name: 'Gate',
        nodes: {
          chat: chat(),
          ask: approval({ prompt: 'Write {{ trigger.text }}?' }),
          say: reply({ text: 'Done' }),
        },
        edges: [
          ['chat', 'ask'],
          ['ask', 'say'],
        ],
      }),
    ],
    tools: [
      defineTool({
        name: 'write',
        description: 'Writes',
        input: z.object({ path: z.string() }),
        approve: true,
        execute: () => 'written',
      }),
      defineTool({
        name: 'refund',
        description: 'Refunds',
        input: z.object({ amount: z.number() }),
        approve: { by: 'staff' },
        execute: () => 'refunded',
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('a person who decides, in the studio', () => {
  test('a call with hidden characters and a long path -> escapes, both ends, and what changed; in the chat and in the list', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'assistant', channel: 'approvals' });
    system.model.reply(toolCalls([{ name: 'write', arguments: { path: '/safe/a.txt' } }]), text('Written.'));
    await say(page, 'Write');
    await expect.poll(() => shown(page)).toContain('Run “Write”?');
    expect(await fields(page)).toEqual([['path', '/safe/a.txt']]);
    expect(await shown(page)).not.toContain('{');
    await keepPicture(page, 'approval-chat');
    await page.click('details.tool summary');
    expect(await read(page, 'details.tool pre')).toBe('{\n  "path": "/safe/a.txt"\n}');
    await page.click('.approval .primary');
    await expect.poll(() => shown(page)).toContain('Written.');
    const path = `/safe/\u202e${'a'.repeat(3_000)}/../../etc/passwd\u200b`;
    system.model.reply(toolCalls([{ name: 'write', arguments: { path } }]));
    await expect.poll(() => shown(page)).toContain('Why?');
    await say(page, 'Write again');
    await expect.poll(() => shown(page)).toContain('Changes since the last approved call:\n');
    expect(await fields(page)).toEqual([['path', expect.stringMatching(SHORTENED) as string]]);
    expect(await read(page, '.changes li')).toMatch(/^path: "/);
    expect(await shown(page)).not.toMatch(/[\u202e\u200b]/);
    expect(await findFaults(page)).toEqual([]);
    await goTo(page, { view: 'approvals' });
    const list = 'document.querySelector(".approvals")?.innerText ?? ""';
    await expect.poll(() => page.evaluate<string>(list)).toMatch(/Run “Write”\?[^]*etc\/passwd\\u200b\n/);
    expect(await read(page, '.changes li')).toMatch(/^path: "/);
    expect(page.complaints).toEqual([]);
  });

  test('another text while a call waits -> the open page shows the call as refused, once', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'assistant', channel: 'refused' });
    system.model.reply(toolCalls([{ name: 'write', arguments: { path: 'a' } }]), text('It rains.'));
    await say(page, 'Write');
    await expect.poll(() => shown(page)).toContain('Allow this tool call?');
    await say(page, 'Does it rain?');
    await expect.poll(() => shown(page)).toMatch(/Write[^]*Does it rain\?[^]*denied[^]*It rains\./);
    expect(await page.evaluate('document.querySelectorAll("details.tool, .approval").length')).toBe(1);
    expect(page.complaints).toEqual([]);
  });

  test('two calls, one allowed, then a reload -> the decision is stored; the other is asked, and its yes ends the answer', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'assistant', channel: 'two' });
    const write = (path: string) => ({ name: 'write', arguments: { path } });
    system.model.reply(toolCalls([write('a'), write('b')]), text('Both written.'));
    await say(page, 'Write both');
    const forms = () => page.evaluate<number>('document.querySelectorAll(".approval").length');
    await expect.poll(forms).toBe(2);
    await page.click('.approval .primary');
    await expect
      .poll(async () => (await system.client.approvals.list({ user: site.user })).approvals.length)
      .toBe(1);
    await page.evaluate('location.reload()');
    await expect.poll(forms).toBe(1);
    await page.click('.approval .primary');
    await expect.poll(() => shown(page)).toContain('Both written.');
    expect(page.complaints).toEqual([]);
  });

  test('a call for staff -> the chat of its user names them, without buttons, and continues after their yes', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'assistant', channel: 'staff' });
    system.model.reply(toolCalls([{ name: 'refund', arguments: { amount: 900 } }]), text('Refunded.'));
    await say(page, 'Refund me');
    await expect.poll(() => shown(page)).toContain('Waiting for approval by staff');
    expect(await page.evaluate('document.querySelectorAll(".approval button").length')).toBe(0);
    const { approvals } = await system.client.approvals.list({ user: site.user });
    const sue = system.client.forUser(system.newUser('sue'), { roles: ['staff'] });
    await sue.executions.answer(approvals[0]!.executionId, { answer: 'yes' });
    await expect.poll(() => shown(page)).toContain('Refunded.');
    expect(page.complaints).toEqual([]);
  });

  test('the question of a node with hidden characters -> escapes', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'gate', channel: 'approvals' });
    await say(page, 'user\u202etxt.exe');
    await expect.poll(() => shown(page)).toContain('Write user\\u202etxt.exe?');
  });
});
