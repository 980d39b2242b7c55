import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { fault, gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { clickButton, count, fill, findFaults, goTo, keepPicture, read, StudioSite } from './studio-site.js';

const LONG = { timeout: 15_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'helper' }),
      agentFlow({ slug: 'clock', tools: ['current_time'] }),
      agentFlow({
        slug: 'queued',
        tools: ['current_time'],
        queues: { pre: [{ tool: 'current_time' }, 'Read the rules.'], post: ['Say what you did.'] },
      }),
      defineFlow({
        slug: 'timed',
        name: 'Timed',
        nodes: { start: manual(), below: subflow({ flow: 'clock' }), say: reply({ text: 'Timed' }) },
        edges: [
          ['start', 'below'],
          ['below', 'say'],
        ],
      }),
      defineFlow({
        slug: 'above',
        name: 'Above',
        nodes: { start: manual(), below: subflow({ flow: 'helper' }), say: reply({ text: 'Above' }) },
        edges: [
          ['start', 'below'],
          ['below', 'say'],
        ],
      }),
      defineFlow({
        slug: 'gate',
        name: 'Gate',
        nodes: {
          start: manual(),
          ask: approval({ prompt: 'May it go on?' }),
          say: reply({ text: 'It went on' }),
        },
        edges: [
          ['start', 'ask'],
          ['ask', 'say'],
        ],
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('Runs', () => {
  test('a run with a tool, a failed item and a sub-flow -> a waterfall with errors, input, output and Why, by keys and on a phone', async () => {
    await using site = await StudioSite.open(system);
    system.model.reply(toolCalls([{ name: 'current_time', arguments: {} }]), text('Tulips.'));
    const { executionId, result } = await system.client.executions.start({
      flow: 'timed',
      text: 'Name a flower <b>now</b> 🌷',
      user: site.user,
    });
    await result();
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId });
    await expect
      .poll(() => rowsOf(page), LONG)
      .toEqual([
        '1 execution timed',
        '2 node below',
        '3 execution clock',
        '4 node agent',
        '5 call Call current_time',
        '6 tool current_time',
        '5 call Answer',
        '2 node say',
      ]);
    const loads = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/waterfall')).length`;
    await expect.poll(() => read(page, 'main'), LONG).toContain('No model calls.');
    expect(await page.evaluate(loads)).toBe(1);
    await page.evaluate(`document.querySelector('[role=treeitem]').focus()`);
    for (let at = 0; at < 5; at += 1) await page.press('ArrowDown');
    await expect.poll(() => read(page, '[role=treeitem]:focus'), LONG).toContain('Call current_time');
    await page.press('ArrowLeft');
    await expect.poll(() => count(page, '[role=treeitem]'), LONG).toBe(7);
    await page.press('ArrowRight');
    await expect.poll(() => count(page, '[role=treeitem]'), LONG).toBe(8);
    await page.press('ArrowDown');
    await expect.poll(() => read(page, '.waterfall-details'), LONG).toContain('{}');
    await page.evaluate(
      `[...document.querySelectorAll('.waterfall-details button')].find(({ innerText }) => innerText === 'Why this call').click()`,
    );
    await expect.poll(() => read(page, '.waterfall-details .call'), LONG).toContain('Name a flower');
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate<number>(SMALLEST_TEXT)).toBeGreaterThanOrEqual(11);
    await keepPicture(page, 'waterfall');
    await page.click('.execution-graph > div > button');
    await expect.poll(() => count(page, '[data-full]'), LONG).toBe(1);
    await keepPicture(page, 'graph-full');
    await page.press('Escape');
    await expect.poll(() => count(page, '[data-full]'), LONG).toBe(0);
    await using phone = await site.openPage({ width: 375, height: 800 });
    await goTo(phone, { view: 'runs', executionId });
    await expect.poll(() => count(phone, '[role=treeitem]'), LONG).toBe(8);
    expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const widths = `['.waterfall-rows', '.waterfall-label'].map((one) => document.querySelector(one).clientWidth)`;
    const [row, label] = await phone.evaluate<[number, number]>(widths);
    expect(label).toBe(row);
    await keepPicture(phone, 'waterfall-phone');
    expect(page.complaints).toEqual([]);
  });

  test('a run whose model is rate limited -> the attempt, its wait and the failure, until the run ends', async () => {
    await using site = await StudioSite.open(system);
    system.model.reply(fault.rateLimited({ retryAfter: 60 }));
    const { executionId, result } = await system.client.executions.start({
      flow: 'helper',
      text: 'Name a tree',
      user: site.user,
    });
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId });
    await expect
      .poll(() => read(page, '.pending'), LONG)
      .toMatch(/^Model call · attempt 2( of \d+)? · retries in \d+ s: Model\.RateLimited The model is busy/);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'pending');
    const { pending } = await system.client.executions.waterfall(executionId);
    expect(pending).toMatchObject([{ activityType: 'callModel', isStarted: false, attempt: 2 }]);
    await system.client.executions.cancel(executionId);
    await expect(result()).rejects.toThrow();
    await expect.poll(() => count(page, '.pending'), LONG).toBe(0);
    expect((await system.client.executions.waterfall(executionId)).pending).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('a run with queues -> its waterfall and its graph name each step, and a star marks the answer', async () => {
    await using site = await StudioSite.open(system);
    system.model.reply(text('I read.'), text('You fly.'), text('I looked it up.'));
    const { executionId, result } = await system.client.executions.start({
      flow: 'queued',
      text: 'How do I get there?',
      user: site.user,
    });
    await result();
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId });
    await expect
      .poll(() => rowsOf(page), LONG)
      .toEqual([
        '1 execution queued',
        '2 node agent',
        '3 tool pre step 1 · current_time',
        '3 call pre step 2: Read the rules. · Reply',
        '3 call main · Answer',
        '3 call post step 1: Say what you did. · Reply',
      ]);
    const texts = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.trajectory ${selector}')].map(({ textContent }) => textContent)`,
      );
    await expect.poll(() => texts('.node.answer .name'), LONG).toEqual(['You fly.']);
    expect(await texts('.node.State .kind i')).toEqual([
      'pre step 1: call current_time',
      'pre step 2: Read the rules.',
      'main',
      'post step 1: Say what you did.',
    ]);
    expect(await texts('.legend .answer')).toEqual(['answer']);
    expect(page.complaints).toEqual([]);
  });

  test('a running execution, then its failure -> the waterfall shows it live, and the error in each row', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const rest = gated('Tulips ', 'and more.');
    system.model.reply(rest, fault.status(400, { message: 'Refused by the provider' }));
    const { executionId } = await system.client.executions.start({
      flow: 'helper',
      text: 'Fail',
      user: site.user,
    });
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId });
    await expect.poll(() => read(page, '.waterfall'), LONG).toContain('Wait for the model');
    rest.release();
    await expect
      .poll(() => rowsOf(page), LONG)
      .toEqual(['1 execution helper', '2 node agent', '3 call Answer']);
    const failed = await system.client.executions.start({ flow: 'helper', text: 'Fail', user: site.user });
    await failed.result().catch(() => undefined);
    await goTo(page, { view: 'runs', executionId: failed.executionId });
    await expect.poll(() => count(page, '[role=treeitem][data-status=failed]'), LONG).toBe(3);
    expect(await read(page, '.waterfall')).toContain('Refused by the provider');
    await keepPicture(page, 'waterfall-failed');
  });

  test('runs with a question, an error and a sub-execution -> found by text, unfolded, and several canceled at once', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    system.model.reply(text('Tulips.'), fault.status(400, { message: 'Refused by the provider' }));
    const start = (flow: string, question: string) =>
      system.client.executions.start({ flow, text: question, user: site.user });
    await (await start('above', 'Name a flower')).result();
    await (await start('helper', 'Name 🌷 in 100 %')).result().catch(() => undefined);
    for (const [at, question] of ['Open one', 'Open two'].entries()) {
      await start('gate', question);
      await expect
        .poll(() => system.client.executions.waiting({ user: site.user }), LONG)
        .toHaveLength(at + 1);
    }
    await using page = await site.openPage({ width: 1440, height: 900 });
    await goTo(page, { view: 'runs', executionId: undefined });
    const titles = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('tbody a')].map(({ innerText }) => innerText)`);
    await expect.poll(titles, LONG).toEqual(['Open two', 'Open one', 'Name 🌷 in 100 %', 'Name a flower']);
    expect(await read(page, 'tbody')).toContain('Refused by the provider');
    await page.click('tbody [aria-expanded=false]');
    await expect.poll(() => titles().then(({ length }) => length), LONG).toBe(5);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'runs');
    await fill(page, '.run-search', 'ONE');
    await expect.poll(titles, LONG).toEqual(['Open one']);
    await fill(page, '.run-search', '100 %');
    await expect.poll(titles, LONG).toEqual(['Name 🌷 in 100 %']);
    await clickButton(page, 'Save filters');
    await clickButton(page, 'Clear filters');
    await expect.poll(() => titles().then(({ length }) => length), LONG).toBe(4);
    await clickButton(page, '“100 %”');
    await expect.poll(titles, LONG).toEqual(['Name 🌷 in 100 %']);
    await clickButton(page, 'Clear filters');
    await expect.poll(() => count(page, 'tbody [type=checkbox]'), LONG).toBe(4);
    await page.evaluate(`document.querySelectorAll('tbody [type=checkbox]').forEach((box) => box.click())`);
    await clickButton(page, 'Cancel 2 selected');
    await expect.poll(() => count(page, 'tbody [data-status=cancelled]'), LONG).toBe(2);
    await using phone = await site.openPage({ width: 375, height: 800 });
    await goTo(phone, { view: 'runs', executionId: undefined });
    await expect.poll(() => count(phone, 'tbody tr'), LONG).toBe(4);
    expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await phone.evaluate('document.querySelector(".runs").scrollWidth <= innerWidth')).toBe(true);
    expect(await phone.evaluate(SCATTERED)).toEqual([]);
    await keepPicture(phone, 'runs-phone');
    const isFolded = '!document.querySelector(".filters").checkVisibility()';
    expect(await phone.evaluate(isFolded)).toBe(true);
    await phone.click('.filters-fold summary');
    expect(await phone.evaluate(isFolded)).toBe(false);
    expect(page.complaints).toEqual([]);
  });
});

function rowsOf(page: BrowserPage): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('[role=treeitem]')].map((row) =>
    [row.ariaLevel, row.dataset.kind, row.querySelector('bdi').innerText].join(' '))`);
}

/** Cards whose checkbox is not beside the first line of the title, or whose flow is not below both. */
const SCATTERED = `[...document.querySelectorAll('tbody tr')].filter((card) => {
  const [box, title, flow] = ['input', '.run-title bdi', 'td:nth-child(3)']
    .map((one) => card.querySelector(one).getBoundingClientRect());
  return Math.abs(box.top - title.top) > 8 || title.right > innerWidth || flow.top < title.bottom || flow.left > box.left + 8;
}).map(({ innerText }) => innerText)`;

const SMALLEST_TEXT = `Math.min(...[...document.querySelectorAll('.waterfall *')]
  .filter(({ childNodes }) => [...childNodes].some(({ nodeType }) => nodeType === 3))
  .map((element) => parseFloat(getComputedStyle(element).fontSize)))`;
