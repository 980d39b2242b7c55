import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { code, loop, manual, reply, template } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import type { BrowserPage } from '../trajectory/browser.js';
import {
  count,
  findFaults,
  findMisfits,
  goTo,
  keepPicture,
  loseResponse,
  read,
  StudioSite,
  tabTo,
} from './studio-site.js';

const LONG = { timeout: 60_000 };
const ran: unknown[] = [];

const COUNTING = defineFlow({
  slug: 'counting',
  name: 'Counting',
  nodes: {
    start: manual(),
    words: template({ template: '{{ trigger.text }}' }),
    tally: code({ expression: 'words.output.split(" ").length * 10' }),
    say: reply({ text: 'There are {{ tally.output }}.' }),
  },
  edges: [
    ['start', 'words'],
    ['words', 'tally'],
    ['tally', 'say'],
  ],
});

const TREES = defineFlow({
  slug: 'trees',
  name: 'Trees',
  nodes: {
    start: manual(),
    names: code({ expression: 'trigger.text.split(" ").map((name) => ({ name }))' }),
    each: loop({ over: '{{ names.output }}' }),
    greet: template({ template: '{{ loop.index }}: {{ loop.item.name }}' }),
  },
  edges: [
    ['start', 'names'],
    ['names', 'each'],
    ['each', 'greet', { on: 'item' }],
    ['greet', 'each', { on: 'next' }],
  ],
});

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [],
    withoutWorker: true,
    nodes: [
      defineNode({
        kind: 'custom:score',
        config: z.object({ factor: z.number(), word: z.string() }),
        execute: ({ factor, word }, { trigger }) => ({ score: factor * trigger.text.length, word }),
      }),
    ],
    tools: [
      defineTool({
        name: 'add',
        description: 'Adds',
        input: z.object({ first: z.number(), second: z.number() }),
        execute: ({ first, second }) => ({ sum: first + second }),
      }),
      defineTool({
        name: 'fail',
        description: 'Fails',
        input: z.object({}),
        execute: () => {
          throw new Error('The disk is full');
        },
      }),
      defineTool({
        name: 'refund',
        description: 'Refunds',
        input: z.object({ amount: z.number() }),
        approve: { by: 'staff' },
        execute: (refund) => (ran.push(refund), 'refunded'),
      }),
    ],
  });
  await system.startWorker({ name: 'tools', flows: [COUNTING, TREES] });
}, 120_000);
afterAll(() => system?.stop());

describe('the tools of the studio', () => {
  test('a tool from the list, with an empty field, then both -> the problem, then the output and the duration, as a run', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'flows', slug: undefined, version: undefined });
    await expect
      .poll(() => page.evaluate(`document.querySelectorAll('a[href="#/tools"]').length`), LONG)
      .toBe(1);
    await page.click('a[href="#/tools"]');
    const names = `[...document.querySelectorAll('.tool-list a')].map(({ innerText }) => innerText)`;
    await expect
      .poll(() => page.evaluate(names), LONG)
      .toEqual(expect.arrayContaining(['add\nAdds', 'fail\nFails', 'refund\nRefunds']));
    expect(await findFaults(page)).toEqual([]);
    await page.click('.tool-list a');
    await expect.poll(() => read(page, 'main'), LONG).toContain('Adds');
    await expect.poll(() => page.evaluate("document.querySelectorAll('[name=first]').length"), LONG).toBe(1);
    await tabTo(page, '[name=first]');
    await page.type('2');
    await page.press('Enter');
    await expect.poll(() => read(page, '.field-problem'), LONG).toBe('second: a value is required');
    await page.type('3');
    await page.press('Enter');
    await expect.poll(() => read(page, '.tool-outcome pre'), LONG).toBe('{\n  "sum": 5\n}');
    expect(await read(page, '.tool-outcome')).toMatch(/Completed[^]*\d m?s/);
    await keepPicture(page, 'tool');
    const [run] = await system.client.executions.list({ user: site.user });
    expect(run).toMatchObject({ flow: 'try-tool', question: 'add(2, 3)' });
    await expect
      .poll(() => system.client.executions.get(run!.executionId), LONG)
      .toMatchObject({ status: 'completed' });
    expect(page.complaints).toEqual([]);
  });

  test('a tool that fails, without fields -> its error', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'tools', tool: 'fail' });
    await expect.poll(() => read(page, '.tool-form'), LONG).toContain('No input is needed.');
    await page.click('.tool-form [type=submit]');
    await expect.poll(() => read(page, '.tool-outcome pre'), LONG).toContain('The disk is full');
    expect(await read(page, '.tool-outcome .status')).toBe('Failed');
  });

  test('a tool whose first response is lost -> runs once; run again after that -> twice', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'tools', tool: 'fail' });
    await expect.poll(() => read(page, '.tool-form'), LONG).toContain('No input is needed.');
    await loseResponse(page);
    await page.click('.tool-form [type=submit]');
    await expect.poll(() => read(page, '.tool-form'), LONG).toContain('The response is lost');
    for (const runs of [1, 2]) {
      await page.click('.tool-form [type=submit]');
      const runsNow = () => system.client.executions.list({ user: site.user });
      await expect.poll(runsNow, LONG).toHaveLength(runs);
      await expect.poll(() => read(page, '.tool-outcome pre'), LONG).toContain('The disk is full');
      expect(await runsNow()).toHaveLength(runs);
    }
  });

  test('a tool that staff must approve, on a phone -> asks first, and runs after the yes', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage({ width: 375, height: 800, isTouch: true });
    await goTo(page, { view: 'tools', tool: 'refund' });
    await expect.poll(() => page.evaluate("document.querySelectorAll('[name=amount]').length"), LONG).toBe(1);
    await tabTo(page, '[name=amount]');
    await page.type('90');
    await page.press('Enter');
    await expect.poll(() => read(page, '.approvals .question'), LONG).toBe('Run “Refund”?');
    expect(ran).toEqual([]);
    const loads = await countLoads(page);
    await expect.poll(async () => (await countLoads(page)).outcome, LONG).toBeGreaterThan(loads.outcome + 1);
    expect((await countLoads(page)).execution).toBe(loads.execution);
    expect(await findFaults(page)).toEqual([]);
    expect(await findMisfits(page)).toEqual([]);
    await keepPicture(page, 'tool-phone');
    await page.click('.approvals .primary');
    await expect.poll(() => read(page, '.tool-outcome pre'), LONG).toBe('refunded');
    expect(ran.splice(0)).toEqual([{ amount: 90 }]);
    expect(page.complaints).toEqual([]);
  });

  test("a project's node kind from the list -> a form of its settings, the message and its output; a failure -> its error", async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'tools', tool: undefined });
    await expect.poll(() => read(page, '.kind-list a'), LONG).toBe('custom:score');
    expect(await findFaults(page)).toEqual([]);
    await page.click('.kind-list a');
    await expect.poll(() => page.evaluate('location.hash'), LONG).toBe('#/tools/node/custom%3Ascore');
    await expect
      .poll(() => page.evaluate(`document.querySelectorAll('[name="config.factor"]').length`), LONG)
      .toBe(1);
    await tabTo(page, '[name="config.factor"]');
    await page.type('3');
    await tabTo(page, '[name="config.word"]');
    await page.type('{{ trigger.data.name }}');
    await tabTo(page, '[name=text]');
    await page.type('tulip');
    await page.click('.tool-form [type=submit]');
    await expect.poll(() => read(page, '.tool-outcome .problem'), LONG).toContain('trigger.data.name');
    expect(await read(page, '.tool-outcome .status')).toBe('Failed');
    await tabTo(page, '[name=data]', { shift: true });
    await page.type('{ "name": "Ada" }');
    await page.click('.tool-form [type=submit]');
    await expect
      .poll(() => read(page, '.tool-outcome pre'), LONG)
      .toBe('{\n  "word": "Ada",\n  "score": 15\n}');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'node');
    expect(page.complaints).toEqual([]);
  });

  test('a node that reads another one -> asks for its output, or takes it from a run, and runs alone', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const wordless = {
      ...COUNTING,
      nodes: COUNTING.nodes
        .filter(({ id }) => id === 'start' || id === 'say')
        .map((node) => (node.id === 'say' ? { ...node, config: { text: 'None.' } } : node)),
      edges: [{ from: 'start', to: 'say' }],
    };
    await system.client.flowVersions.publish(wordless);
    const old = await system.client.executions.start({ flow: 'counting', text: 'elm', user: site.user });
    expect(await old.result()).toBe('None.');
    await system.client.flowVersions.publish(COUNTING);
    const run = await system.client.executions.start({
      flow: 'counting',
      text: 'oak ash',
      user: site.user,
    });
    expect(await run.result()).toBe('There are 20.');
    await using page = await site.openPage({ width: 1_280, height: 900 });
    await goTo(page, { view: 'flows', slug: 'counting', version: undefined });
    await expect.poll(() => count(page, '.flow-box[data-node=tally]'), LONG).toBe(1);
    await page.click('.flow-box[data-node=tally]');
    await expect.poll(() => count(page, '.node-try summary'), LONG).toBe(1);
    await page.click('.node-try summary');
    const field = '[name="outputs.words.output"]';
    await expect.poll(() => count(page, field), LONG).toBe(1);
    await page.click('.tool-form [type=submit]');
    await expect
      .poll(() => read(page, '.field-problem'), LONG)
      .toBe('outputs.words.output: a value is required');
    await page.click(field);
    await page.type('elm fir yew');
    await page.click('.tool-form [type=submit]');
    await expect.poll(() => read(page, '.tool-outcome pre'), LONG).toBe('{\n  "output": 30\n}');
    const choose = (index: number) =>
      page.evaluate(`{
        const choice = document.querySelector('.outputs-of');
        choice.selectedIndex = ${index};
        choice.dispatchEvent(new Event('change', { bubbles: true }));
      }`);
    await choose(2);
    await expect.poll(() => page.evaluate(`document.querySelector('[name=text]')?.value`), LONG).toBe('elm');
    await choose(1);
    await expect.poll(() => page.evaluate(`document.querySelector('${field}')?.value`), LONG).toBe('oak ash');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'node-of-flow');
    await page.click('.tool-form [type=submit]');
    await expect.poll(() => read(page, '.tool-outcome pre'), LONG).toBe('{\n  "output": 20\n}');
    expect(page.complaints).toEqual([expect.stringContaining('404')]);
  });

  test('a node in a loop, without an item, then with that of an earlier run -> the problem, then its output', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const run = await system.client.executions.start({ flow: 'trees', text: 'oak ash', user: site.user });
    await run.result();
    await using page = await site.openPage({ width: 1_280, height: 900 });
    await goTo(page, { view: 'flows', slug: 'trees', version: undefined });
    await expect.poll(() => count(page, '.flow-box[data-node=greet]'), LONG).toBe(1);
    await page.click('.flow-box[data-node=greet]');
    await expect.poll(() => count(page, '.node-try summary'), LONG).toBe(1);
    await page.click('.node-try summary');
    const field = '[name="item"]';
    await expect.poll(() => count(page, field), LONG).toBe(1);
    await page.click('.tool-form [type=submit]');
    await expect.poll(() => read(page, '.field-problem'), LONG).toBe('item: a value is required');
    await page.evaluate(`{
      const choice = document.querySelector('.outputs-of');
      choice.selectedIndex = 1;
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    const item = () => page.evaluate(`document.querySelector('${field}')?.value`);
    await expect.poll(item, LONG).toContain('"ash"');
    await page.click('.tool-form [type=submit]');
    await expect.poll(() => read(page, '.tool-outcome pre'), LONG).toContain('0: ash');
    expect([await findFaults(page), page.complaints]).toEqual([[], []]);
  });

  test('a user who is not an administrator -> neither lists nor runs tools', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    const statusOf = (path: string, body?: object) =>
      page.evaluate<number>(`fetch('/api/v1${path}', { method: ${body ? "'POST'" : "'GET'"}, headers: {
        authorization: 'Bearer key of the studio', 'content-type': 'application/json' },
        body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then(({ status }) => status)`);
    expect(await statusOf('/flows/parts')).toBe(404);
    expect(await statusOf('/flows/drafts', { definition: {}, text: '' })).toBe(404);
    expect(ran).toEqual([]);
  });
});

function countLoads(page: BrowserPage): Promise<{ execution: number; outcome: number }> {
  return page.evaluate(`{
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    ({
      execution: names.filter((name) => name.includes('/executions?id=')).length,
      outcome: names.filter((name) => name.endsWith('/waterfall')).length,
    });
  }`);
}
