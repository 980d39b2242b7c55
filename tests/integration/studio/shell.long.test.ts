import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { manual, reply } from '../../../flow/kinds/node-kinds.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { Route } from '../../../packages/studio/route.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { choose, count, findSmallText, goTo, read, StudioSite, tabTo } from './studio-site.js';

const LONG = { timeout: 15_000 };
const STEPS = Array.from({ length: 14 }, (_, step) => `step-${step}`);

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'helper' }),
      defineFlow({
        slug: 'chain',
        name: 'Chain',
        nodes: {
          start: manual(),
          ...Object.fromEntries(STEPS.map((id) => [id, reply({ text: id })])),
        },
        edges: ['start' as const, ...STEPS.slice(0, -1)].map((id, at) => [id, STEPS[at]!] as const) as never,
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

async function talk(user: string) {
  system.model.reply(text('Tulips.'));
  const chat = system.client.conversation({ flow: 'helper', channel: 'main', user });
  const { turnId } = await chat.ask('Name a flower');
  return turnWorkflowId(chat.workflowId, turnId);
}

async function newChat(page: BrowserPage): Promise<string> {
  const href = 'document.querySelector(".new-chat")?.hash ?? ""';
  await expect.poll(() => page.evaluate(href), LONG).toContain('/chat/');
  return page.evaluate<string>(href);
}

const CHAT = { view: 'chat', flow: 'helper', channel: 'main', why: undefined } as const;

describe('Studio', () => {
  test('each view -> its name in the title of the tab, beside an icon', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const executionId = await talk(site.user);
    await using page = await site.openPage();
    const titles: [Route, string][] = [
      [{ view: 'chats' }, 'Chat – Threadline'],
      [CHAT, 'Name a flower – Threadline'],
      [{ view: 'runs', executionId: undefined }, 'Runs – Threadline'],
      [{ view: 'runs', executionId }, 'Name a flower – Threadline'],
      [{ view: 'approvals' }, 'Approvals – Threadline'],
      [{ view: 'flows', slug: 'chain', version: 1 }, 'Chain – Threadline'],
      [{ view: 'tools', tool: undefined }, 'Tools – Threadline'],
      [{ view: 'health' }, 'Health – Threadline'],
      [{ view: 'unknown', path: 'nowhere' }, 'Page not found – Threadline'],
    ];
    for (const [route, title] of titles) {
      await goTo(page, route);
      await expect.poll(() => page.evaluate('document.title'), LONG).toBe(title);
    }
    const icon = `new Promise((done) => { const image = new Image(); image.onload = () => done(image.width > 0);
      image.onerror = () => done(false); image.src = document.querySelector('link[rel=icon]').href; })`;
    expect(await page.evaluate(icon)).toBe(true);
    expect(page.complaints).toEqual([]);
  });

  test.each([375, 1_280])('a toast, %i px wide -> covers neither Send nor the navigation', async (width) => {
    await using site = await StudioSite.open(system);
    await talk(site.user);
    await using page = await site.openPage({ width, height: 800 });
    await expect.poll(() => count(page, '[aria-label^="Actions for"]'), LONG).toBe(1);
    await choose(page, '[aria-label^="Actions for"]', 'Archive');
    await expect.poll(() => read(page, 'body'), LONG).toContain('Chat archived');
    await goTo(page, CHAT);
    await expect.poll(() => page.evaluate('document.title'), LONG).toContain('Threadline');
    await expect.poll(() => count(page, 'textarea'), LONG).toBe(1);
    const covered = `(() => {
      const toast = [...document.querySelectorAll('p')].find(({ innerText }) => innerText === 'Chat archived').parentElement.getBoundingClientRect();
      return [...document.querySelectorAll('nav a, form textarea, form button')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && box.left < toast.right && toast.left < box.right && box.top < toast.bottom && toast.top < box.bottom;
      }).map(({ outerHTML }) => outerHTML.slice(0, 100));
    })()`;
    expect(await page.evaluate(covered)).toEqual([]);
  });

  test('a chat on a phone -> its title, the way to the list, and its flow for the next new chat', async () => {
    await using site = await StudioSite.open(system);
    await talk(site.user);
    await using page = await site.openPage({ width: 375, height: 800 });
    expect(await newChat(page)).toContain('/chat/chain/');
    await goTo(page, CHAT);
    await expect.poll(() => read(page, '.chat-header h2'), LONG).toBe('Name a flower');
    await page.click('.chat-header a');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/');
    expect(await newChat(page)).toContain('/chat/helper/');
    expect(page.complaints).toEqual([]);
  });

  test('a dialog opened by a key -> has the focus, and shows no tooltip; Escape closes it', async () => {
    await using site = await StudioSite.open(system);
    await talk(site.user);
    await using page = await site.openPage();
    await expect.poll(() => count(page, '[aria-label^="Actions for"]'), LONG).toBe(1);
    const focus =
      'document.activeElement.closest("[role=dialog]") && (document.activeElement.ariaLabel ?? document.activeElement.tagName)';
    await page.evaluate('document.activeElement.blur()');
    await page.press('?');
    await expect.poll(() => page.evaluate(focus), LONG).toBe('DIV');
    await page.press('Escape');
    await expect.poll(() => count(page, '[role=dialog]'), LONG).toBe(0);
    await choose(page, '[aria-label^="Actions for"]', 'Share link');
    await expect.poll(() => page.evaluate(focus), LONG).toBe('BUTTON');
    expect(await read(page, 'body')).not.toMatch(/^Close$/m);
    expect(page.complaints).toEqual([]);
  });

  test('Escape in a search field beside an open panel -> clears the text first, then closes the panel', async () => {
    await using site = await StudioSite.open(system);
    const why = await talk(site.user);
    await using page = await site.openPage({ width: 1_440, height: 900 });
    await goTo(page, { ...CHAT, why });
    await expect.poll(() => count(page, '.panel'), LONG).toBe(1);
    await page.click('.chat-list input[type=search]');
    await page.type('flower');
    await page.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('');
    expect(await count(page, '.panel')).toBe(1);
    await page.press('Escape');
    await expect.poll(() => count(page, '.panel'), LONG).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  test('a graph higher than its box, by keys -> the focused node is in view', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'flows', slug: 'chain', version: 1 });
    await expect.poll(() => count(page, '.flow-box'), LONG).toBe(15);
    await tabTo(page, '[data-node=start]');
    await tabTo(page, `[data-node=${STEPS.at(-1)}]`);
    const isSeen = `(() => {
      const box = document.querySelector('.flow-graph').getBoundingClientRect();
      const { top, bottom } = document.activeElement.getBoundingClientRect();
      return top >= box.top && bottom <= box.bottom;
    })()`;
    // The graph undoes the browser's scrolling in the next frame.
    await page.painted();
    await expect.poll(() => page.evaluate(isSeen), LONG).toBe(true);
    expect(page.complaints).toEqual([]);
  });

  test('a graph of 15 nodes, fitted on a compact page -> no text below 11 px', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage({ width: 1_280, height: 800 });
    await page.evaluate(`document.documentElement.dataset.density = 'compact'`);
    await goTo(page, { view: 'flows', slug: 'chain', version: 1 });
    await expect.poll(() => count(page, '.flow-box'), LONG).toBe(15);
    await page.click('.react-flow__controls-fitview');
    for (let clicks = 0; clicks < 4; clicks += 1)
      await page.evaluate(`document.querySelector('.react-flow__controls-zoomout').click()`);
    await page.painted();
    expect(await findSmallText(page)).toEqual([]);
    await goTo(page, { view: 'chats' });
    await expect.poll(() => count(page, '.rail .text-2xs'), LONG).toBeGreaterThan(0);
    expect(await findSmallText(page)).toEqual([]);
  });
});
