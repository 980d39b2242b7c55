import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { Route } from '../../../packages/studio/route.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { findFaults, goTo, keepPicture, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'views' };
const ANSWER =
  '# Rome\n\nIt is **old**:\n\n- seven hills\n- one river\n\n```\nroma = 753\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |';
const LONG = { timeout: 20_000 };

let system: TestSystem;
let site: StudioSite;
let views: readonly { name: string; route: Route; shows: string }[];
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['look'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'look',
        description: 'Looks something up',
        input: z.object({ about: z.string() }),
        execute: ({ about }) => Promise.resolve({ about, found: 'Rome and Oslo have pages of their own.' }),
      }),
    ],
  });
  site = await StudioSite.open(system, { admin: true, temporalUi: 'http://ui/namespaces/default/workflows' });
  const chat = system.client.conversation({ ...CHAT, user: site.user });
  system.model.reply(toolCalls([{ name: 'look', arguments: { about: 'cities' } }]), text(ANSWER));
  const { turnId } = await chat.ask('Name a city of which much is known');
  const executionId = turnWorkflowId(chat.workflowId, turnId);
  const thread = 'rome';
  await chat.openThread({ message: 2, start: 2, end: 6, id: thread });
  views = [
    { name: 'chats', route: { view: 'chats' }, shows: 'Name a city' },
    { name: 'chat', route: { view: 'chat', ...CHAT, why: undefined }, shows: 'seven hills' },
    { name: 'why', route: { view: 'chat', ...CHAT, why: executionId }, shows: 'Sent' },
    { name: 'thread', route: { view: 'chat', ...CHAT, why: undefined, thread }, shows: 'Merge' },
    { name: 'executions', route: { view: 'runs', executionId: undefined }, shows: 'Completed' },
    { name: 'execution', route: { view: 'runs', executionId }, shows: 'Model calls' },
    { name: 'flow', route: { view: 'flows', slug: 'assistant', version: 1 }, shows: '"slug"' },
    { name: 'approvals', route: { view: 'approvals' }, shows: 'No approvals are waiting for you.' },
    { name: 'health', route: { view: 'health' }, shows: 'Tokens and cost' },
  ];
}, 120_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await system?.stop();
});

describe('Studio', () => {
  test.each([
    ['on a phone', { width: 375, height: 800 }],
    ['on a desk', { width: 1280, height: 900 }],
  ])(
    'the nine views %s, light and dark -> nothing beside the page, no serious finding of axe',
    async (where, size) => {
      await using page = await site.openPage(size);
      for (const { name, route, shows } of views) {
        await goTo(page, route);
        await expect.poll(() => page.evaluate('document.body.innerText'), LONG).toContain(shows);
        await expect.poll(() => page.evaluate('document.body.innerText'), LONG).not.toContain('Loading');
        for (const scheme of ['light', 'dark'] as const) {
          await page.prefer(scheme);
          await page.painted();
          expect(await findFaults(page), `${name} ${scheme}`).toEqual([]);
        }
        await keepPicture(page, `${name}-${where.split(' ').at(-1)}`);
        expect(await page.evaluate(BESIDE), name).toEqual([]);
      }
      expect(page.complaints).toEqual([]);
    },
  );
});

const BESIDE = `[...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
  .filter((one) => {
    for (let above = one.parentElement; above !== null; above = above.parentElement) {
      const { overflowX } = getComputedStyle(above);
      if (overflowX !== 'visible' && above.getBoundingClientRect().right <= innerWidth + 1
        && !above.matches('main, .work, .why, .messages')) return false;
    }
    return true;
  })
  .map(({ tagName, className }) => tagName + '.' + String(className))`;
