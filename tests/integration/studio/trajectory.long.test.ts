import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { findFaults, findSmallText, goTo, keepPicture, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'trajectory' };
const LONG = { timeout: 20_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['look'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'look',
        description: 'Looks something up',
        input: z.object({ about: z.string() }),
        execute: ({ about }) => {
          if (about === 'nothing') throw new Error('There is no page about it.');
          return Promise.resolve({ about });
        },
        touches: ({ about }) => [{ type: 'Table', name: about }],
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('the trajectory', () => {
  test("the view -> the switch changes the drawing, keys work inside, the theme is the studio's", async () => {
    await using site = await StudioSite.open(system);
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    system.model.reply(
      toolCalls([{ name: 'look', arguments: { about: 'nothing' } }]),
      toolCalls([{ name: 'look', arguments: { about: 'Rome' } }]),
      text('Rome is old.'),
    );
    const { turnId } = await chat.ask('Look it up');
    await using page = await site.openPage();
    await goTo(page, { view: 'runs', executionId: turnWorkflowId(chat.workflowId, turnId) });
    const count = (selector: string) =>
      page.evaluate<number>(`document.querySelectorAll('.trajectory ${selector}').length`);
    await expect.poll(() => count('.node'), LONG).toBeGreaterThan(0);
    const pruned = await count('.node');
    const tops = `['.band', '.ground'].map((name) =>
      document.querySelector('.trajectory ' + name).getBoundingClientRect().top)`;
    const [band, ground] = await page.evaluate<[number, number]>(tops);
    expect(band).toBe(ground);
    expect(await count('.node.failed')).toBe(0);
    await page.click('.trajectory .switch label:last-child');
    await expect.poll(() => count('.node')).toBeGreaterThan(pruned);
    expect(await count('.node.failed')).toBeGreaterThan(0);
    await page.click('.trajectory .switch label:first-child');
    await expect.poll(() => count('.node')).toBe(pruned);
    await page.evaluate('document.activeElement.blur()');
    await page.press('e');
    expect(await count('.details')).toBe(0);
    await page.evaluate("document.querySelector('.trajectory .viewport').focus()");
    await page.press('e');
    expect(await count('.details')).toBe(1);
    await page.evaluate("document.documentElement.dataset.theme = 'dark'");
    const background = "getComputedStyle(document.querySelector('.trajectory')).backgroundColor";
    expect(await page.evaluate(background)).toBe('rgb(14, 15, 17)');
    expect(await findFaults(page)).toEqual([]);
    await page.press('Escape');
    expect(await count('.details')).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  test('a trajectory higher than its window -> an overview with the visible part, which scrolls where it is pressed', async () => {
    await using site = await StudioSite.open(system);
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    const looks = ['nothing', 'Rome', 'Paris', 'Oslo'].map((about) =>
      toolCalls([{ name: 'look', arguments: { about } }]),
    );
    system.model.reply(...looks, text('Rome is old.'));
    const { turnId } = await chat.ask('Look them up');
    await using page = await site.openPage({ width: 1_280, height: 600 });
    await goTo(page, { view: 'runs', executionId: turnWorkflowId(chat.workflowId, turnId) });
    const readSeen = () =>
      page.evaluate<{ top: number; height: number; scrollTop: number } | null>(`(() => {
        const seen = document.querySelector('.minimap .seen');
        const { scrollTop } = document.querySelector('.trajectory .viewport') ?? {};
        return seen && { top: Number(seen.getAttribute('y')), height: Number(seen.getAttribute('height')), scrollTop };
      })()`);
    await expect.poll(readSeen, LONG).toMatchObject({ scrollTop: 0 });
    const boxes = (root: string) => page.evaluate<number>(`document.querySelectorAll('${root}').length`);
    expect(await boxes('.minimap .box')).toBe(await boxes('.trajectory .node'));
    expect(await findFaults(page)).toEqual([]);
    await page.evaluate('document.querySelector(".minimap").scrollIntoView({ block: "center" })');
    await page.click('.minimap');
    await keepPicture(page, 'minimap');
    await expect.poll(async () => (await readSeen())?.scrollTop).toBeGreaterThan(0);
    const middle = await page.evaluate<number>(
      'document.querySelector(".minimap").viewBox.baseVal.height / 2',
    );
    const readDistance = async () => {
      const { top, height } = (await readSeen())!;
      return Math.abs(top + height / 2 - middle);
    };
    await expect.poll(readDistance).toBeLessThan(20);
    expect(page.complaints).toEqual([]);
  });

  test('35 nodes, fitted and zoomed out at three widths and on a compact page -> no text below 11 px, and an overview of what is hidden', async () => {
    await using site = await StudioSite.open(system);
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    const looks = ['a', 'b', 'c', 'd', 'e', 'f'].map((step) =>
      toolCalls(
        ['north', 'south', 'east'].map((side) => ({ name: 'look', arguments: { about: step + side } })),
      ),
    );
    system.model.reply(...looks, text('Rome is old.'));
    const { turnId } = await chat.ask('Look them up');
    const executionId = turnWorkflowId(chat.workflowId, turnId);
    for (const width of [1_440, 1_280, 375]) {
      await using page = await site.openPage({ width, height: 900 });
      await goTo(page, { view: 'runs', executionId });
      const nodes = 'document.querySelectorAll(".trajectory .node").length';
      await expect.poll(() => page.evaluate(nodes), LONG).toBeGreaterThanOrEqual(35);
      for (const density of ['comfortable', 'compact']) {
        await page.evaluate(`document.documentElement.dataset.density = '${density}'`);
        await page.evaluate("document.querySelector('.trajectory .viewport').focus()");
        for (const key of ['+', '0', '-']) {
          await page.press(key);
          await page.painted();
          if (key !== '+') expect(await findSmallText(page), `${width} ${density} ${key}`).toEqual([]);
        }
        await expect.poll(() => page.evaluate<number>(HIDDEN), LONG).toBeGreaterThan(0);
        expect(await page.evaluate('document.querySelector(".minimap .seen") !== null')).toBe(true);
      }
      await page.evaluate("document.querySelector('.trajectory').scrollIntoView()");
      await keepPicture(page, `trajectory-35-${width}`);
      expect(page.complaints).toEqual([]);
    }
  });
});

const HIDDEN = `(() => {
  const { scrollHeight, clientHeight } = document.querySelector('.trajectory .viewport');
  return scrollHeight - clientHeight;
})()`;
