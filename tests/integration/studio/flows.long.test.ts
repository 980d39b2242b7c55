import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { count, findFaults, goTo, keepPicture, read, StudioSite } from './studio-site.js';

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), { flows: [agentFlow({ slug: 'helper' })] });
}, 120_000);
afterAll(() => system?.stop());

describe('Studio', () => {
  test('a flow, changed in its text -> problems in place, tried without publishing, compared, published', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await page.click('nav a[href="#/flows"]');
    await page.click('.flow-list a');
    await expect.poll(() => read(page, '.flow-graph'), LONG).toContain('agent');
    await expect.poll(() => read(page, '.cm-content'), LONG).toContain('Answer plainly.');
    await expect
      .poll(() => page.evaluate('document.querySelector(".publish button").title'))
      .toContain('No changes to publish');
    expect(await isDisabled(page)).toBe(true);
    await edit(page, '"Answer plainly."', '"Answer plainly.", "tools": ["fly"]');
    await expect.poll(() => read(page, '.flow-problems')).toContain('this tool is not registered');
    expect(await read(page, '[data-node=agent]')).toContain('1 problem');
    await expect.poll(() => count(page, '.cm-lintRange-error')).toBeGreaterThan(0);
    expect(await isDisabled(page)).toBe(true);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'flows-problem-light');
    await edit(page, '"Answer plainly.", "tools": ["fly"]', '"Answer in verse."');
    await expect.poll(() => count(page, '.flow-problems li')).toBe(0);
    await expect.poll(() => isDisabled(page)).toBe(false);
    expect(await page.evaluate('document.querySelector(".publish button").title')).toBe('');
    system.model.reply(text('Roses.'));
    await page.click('.draft-try input');
    await page.type('Name a flower');
    await page.press('Enter');
    await expect.poll(() => read(page, '.outcome'), LONG).toContain('Roses.');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('Answer in verse.');
    expect((await system.client.flowVersions.get('helper')).version).toBe(1);
    await page.click('.publish button');
    await page.click('.publish .primary');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/flows/helper/2');
    await expect.poll(async () => (await system.client.flowVersions.get('helper')).version).toBe(2);
    await expect.poll(() => read(page, '.filters select')).toContain('2, current');
    await expect.poll(() => isDisabled(page), LONG).toBe(true);
    await choose(page, '.filters label:nth-of-type(2) select', '1');
    await expect.poll(() => read(page, '.cm-deletedChunk'), LONG).toContain('Answer plainly.');
    await page.prefer('dark');
    await page.painted();
    expect(await count(page, '.flow-graph .react-flow.dark')).toBe(1);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'flows-dark');
    expect(page.complaints).toEqual([]);
  });

  test('the dark theme, in a browser that prefers light -> a dark graph', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await page.prefer('light');
    await page.evaluate(`localStorage.setItem('threadline-appearance', '{"theme":"dark"}')`);
    await goTo(page, { view: 'flows', slug: 'helper', version: 1 });
    await page.evaluate('location.reload()');
    await expect.poll(() => count(page, '.flow-graph .react-flow.dark'), LONG).toBe(1);
    await keepPicture(page, 'flows-dark-chosen');
  });

  test('invalid JSON -> the last valid graph stays, and the problem leads to its line', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'flows', slug: 'helper', version: 1 });
    await expect.poll(() => read(page, '.cm-content'), LONG).toContain('"slug"');
    await edit(page, '"helper"', '"helper');
    await expect.poll(() => read(page, '.problem')).toContain('Invalid JSON');
    expect(await count(page, '[data-node=agent]')).toBe(1);
    const line = await page.evaluate<string>(
      'document.querySelector(".flow-problems button span").innerText',
    );
    await page.click('.flow-problems button');
    const activeLine = 'document.querySelector(".cm-activeLineGutter:not(.cm-gutter-lint *)").innerText';
    await expect.poll(async () => `Line ${await page.evaluate<string>(activeLine)}`).toBe(line);
    expect(page.complaints).toEqual([]);
  });

  test('changed text, another view and a reload -> the change stays until it is discarded', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'flows', slug: 'helper', version: 1 });
    await expect.poll(() => read(page, '.cm-content'), LONG).toContain('"slug"');
    const discards =
      "[...document.querySelectorAll('.flow-acts button')].filter(({ innerText }) => innerText === 'Discard changes').length";
    expect(await page.evaluate(discards)).toBe(0);
    await edit(page, '"Answer plainly."', '"Answer in prose."');
    await expect.poll(() => page.evaluate(discards)).toBe(1);
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => count(page, '.cm-content'), LONG).toBe(0);
    await goTo(page, { view: 'flows', slug: 'helper', version: 1 });
    await expect.poll(() => read(page, '.cm-content'), LONG).toContain('Answer in prose.');
    await page.evaluate('location.reload()');
    await expect.poll(() => read(page, '.cm-content'), LONG).toContain('Answer in prose.');
    await page.evaluate("[...document.querySelectorAll('.flow-acts button')].at(-1).click()");
    await expect.poll(() => read(page, '.cm-content'), LONG).toContain('Answer plainly.');
    expect(await page.evaluate(discards)).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  test('an earlier version, restored -> current again, with who and when; undone', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const other = agentFlow({ slug: 'helper', system: 'Answer in haiku.' });
    const { version } = await system.client.flowVersions.publish(other);
    await using page = await site.openPage();
    await goTo(page, { view: 'flows', slug: 'helper', version });
    await expect.poll(() => read(page, '.version-history'), LONG).toContain('Restore');
    expect(await read(page, '.version-history tbody tr:last-child')).toContain('worker');
    await page.click('[aria-label="Restore version 1"]');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#/flows/helper/1');
    await expect.poll(() => read(page, '.version-history tbody tr:last-child')).toContain(site.user);
    expect((await system.client.flowVersions.list('helper'))[0]).toMatchObject({ version, isCurrent: false });
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'flow-history');
    await page.evaluate(
      `[...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Undo').click()`,
    );
    await expect.poll(() => page.evaluate('location.hash')).toBe(`#/flows/helper/${version}`);
    expect((await system.client.flowVersions.get('helper')).version).toBe(version);
    expect(page.complaints).toEqual([]);
  });

  test('a narrow window, by keys -> no horizontal overflow, schema names offered, a node leads to its text', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage({ width: 375, height: 800 });
    await goTo(page, { view: 'flows', slug: 'helper', version: 1 });
    await expect.poll(() => read(page, '.cm-content'), LONG).toContain('"slug"');
    expect(await page.evaluate('document.querySelector("main").scrollWidth <= innerWidth')).toBe(true);
    await page.evaluate('document.querySelector("[data-node=agent]").focus()');
    await page.press('Enter');
    expect(await page.evaluate('document.querySelector("[data-node=agent]").ariaPressed')).toBe('true');
    await edit(page, '"system": "Answer plainly."', '"system": "Answer plainly.", ""');
    await page.press('ArrowLeft');
    await page.type('max');
    await expect.poll(() => read(page, '.cm-tooltip-autocomplete'), LONG).toContain('maxSteps');
    await expect.poll(() => count(page, '.cm-completionInfo'), LONG).toBe(1);
    const beside = `[...document.querySelectorAll('.cm-tooltip, .cm-tooltip *')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ left, right }) => left < 0 || right > innerWidth)
      .map(({ left, right }) => [left, right])`;
    await expect.poll(() => page.evaluate(beside), LONG).toEqual([]);
    await keepPicture(page, 'flows-narrow');
    expect(page.complaints).toEqual([]);
  });

  test('a node of a flow, selected in its graph -> tried alone with its settings, or others', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'flows', slug: 'helper', version: 1 });
    await expect.poll(() => count(page, '[data-node=agent]'), LONG).toBe(1);
    await page.click('[data-node=agent]');
    await expect.poll(() => read(page, '.node-try summary'), LONG).toBe('Try agent alone');
    await page.click('.node-try summary');
    const prompt = `document.querySelector('.node-try [name="config.system"]')?.value`;
    await expect.poll(() => page.evaluate(prompt), LONG).toBe('Answer plainly.');
    await page.click('.node-try [name=text]');
    await page.type('Name a flower');
    system.model.reply(text('A rose.'));
    await page.click('.node-try [type=submit]');
    await expect.poll(() => read(page, '.node-try .tool-outcome pre'), LONG).toContain('A rose.');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('Name a flower');
    expect(await findFaults(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('an execution -> its graph with the state of its nodes, a node by a click, the link to Temporal', async () => {
    const temporalUi = 'http://ui/namespaces/default/workflows';
    await using site = await StudioSite.open(system, { admin: true, temporalUi });
    system.model.reply(text('Tulips.'));
    const chat = system.client.conversation({ flow: 'helper', user: site.user });
    const { turnId } = await chat.ask('Name a flower');
    const executionId = turnWorkflowId(chat.workflowId, turnId);
    await using page = await site.openPage();
    await goTo(page, { view: 'runs', executionId });
    const status = 'document.querySelector("[data-node=agent]")?.dataset.status';
    await expect.poll(() => page.evaluate(status), LONG).toBe('success');
    await page.click('[data-node=agent]');
    await expect.poll(() => read(page, '.node-facts')).toContain('ran once');
    expect(await page.evaluate('document.querySelector("main a[target]").href')).toBe(
      `${temporalUi}/${encodeURIComponent(executionId)}`,
    );
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'execution-light');
    await goTo(page, { view: 'health' });
    await expect.poll(() => count(page, 'main header input')).toBe(1);
    await expect.poll(() => read(page, 'main')).toContain('0 messages queued, 0 running');
    expect(page.complaints).toEqual([]);
  });

  test('a user who is not an administrator -> no page of flows', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    await goTo(page, { view: 'flows', slug: undefined, version: undefined });
    expect(await read(page, 'nav')).not.toContain('Flows');
    await goTo(page, { view: 'flows', slug: 'helper', version: undefined });
    await expect.poll(() => read(page, '.problem')).toContain('Only administrators');
  });
});

const LONG = { timeout: 15_000 };

function isDisabled(page: BrowserPage): Promise<boolean> {
  return page.evaluate<boolean>('document.querySelector(".publish button").disabled');
}

async function edit(page: BrowserPage, words: string, others: string): Promise<void> {
  await page.click('.cm-content');
  await page.evaluate(`{
    const line = [...document.querySelectorAll('.cm-line')].find(({ textContent }) => textContent.includes(${JSON.stringify(words)}));
    line.scrollIntoView({ block: 'center' });
    const at = line.textContent.indexOf(${JSON.stringify(words)});
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const place = (offset) => {
      texts.currentNode = line;
      let before = 0;
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (before + node.length >= offset) return [node, offset - before];
        before += node.length;
      }
    };
    getSelection().setBaseAndExtent(...place(at), ...place(at + ${words.length}));
  }`);
  await page.painted();
  await page.type(others);
}

async function choose(page: BrowserPage, selector: string, value: string): Promise<void> {
  await page.evaluate(`{
    const choice = document.querySelector(${JSON.stringify(selector)});
    choice.value = ${JSON.stringify(value)};
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
}
