import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { fault, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import {
  clickButton,
  count,
  fill,
  findFaults,
  findMisfits,
  goTo,
  keepPicture,
  loseResponse,
  read,
  StudioSite,
  tabTo,
} from './studio-site.js';

const LONG = { timeout: 15_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'clock', tools: ['current_time'] }),
      defineFlow({
        slug: 'pair',
        name: 'Pair',
        nodes: {
          start: manual(),
          research: agent({ model: SCRIPTED_MODEL, system: 'You research.' }),
          write: agent({ model: SCRIPTED_MODEL, system: 'You write.' }),
          show: reply({ text: '{{ write.output }}' }),
        },
        edges: [
          ['start', 'research'],
          ['research', 'write'],
          ['write', 'show'],
        ],
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('A run, rerun or changed', () => {
  test('a failed node, for an administrator -> rerun from it with a changed input; both runs link to each other', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const first = await failToWrite(site.user);
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId: first });
    await selectRow(page, 'write');
    await clickButton(page, 'Rerun from here');
    const field = '[name="outputs.research.output"]';
    await expect
      .poll(() => page.evaluate(`document.querySelector('${field}')?.value`), LONG)
      .toBe('Some tulips');
    expect(await page.evaluate(`document.querySelector('.rerun-changes [name=text]').value`)).toBe(
      'Which flowers?',
    );
    await tabTo(page, field);
    await page.press('Control+A');
    await page.type('Some roses');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'rerun-from');
    system.model.reply(text('Red ones.'));
    await page.click('.rerun-changes [type=submit]');
    await expect.poll(() => read(page, '.origin'), LONG).toBe(`Rerun of ${first}`);
    await expect.poll(() => count(page, '.tree [data-status=completed]'), LONG).toBeGreaterThan(0);
    const sent = JSON.stringify(system.model.requests.at(-1)?.body);
    expect([sent.includes('Some roses'), sent.includes('Some tulips')]).toEqual([true, false]);
    await page.click('.origin a');
    await expect.poll(() => read(page, '.reruns'), LONG).toContain(`${first.split('/')[2]}~rerun`);
    await page.click('.reruns a');
    await expect.poll(() => read(page, '.origin'), LONG).toBe(`Rerun of ${first}`);
    await using phone = await site.openPage({ width: 375, height: 800, isTouch: true });
    await goTo(phone, { view: 'runs', executionId: first });
    await selectRow(phone, 'write');
    await clickButton(phone, 'Rerun from here');
    await expect.poll(() => count(phone, field), LONG).toBe(1);
    await phone.evaluate(`document.querySelectorAll('main details').forEach((one) => (one.open = true))`);
    expect(await count(phone, 'main details td')).toBeGreaterThan(0);
    expect(await findMisfits(phone)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('a failed node, for others -> rerun from it unchanged, and no field', async () => {
    await using site = await StudioSite.open(system);
    const first = await failToWrite(site.user);
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId: first });
    await selectRow(page, 'write');
    system.model.reply(text('Red ones.'));
    await clickButton(page, 'Rerun from here');
    await expect.poll(() => read(page, '.origin'), LONG).toBe(`Rerun of ${first}`);
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('Some tulips');
    expect(page.complaints).toEqual([]);
  });

  test('each node of a failed run -> rerun only from nodes that ran', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId: await failToWrite(site.user) });
    await expect.poll(() => count(page, '.tree-node'), LONG).toBe(4);
    const canRerun: Record<string, boolean> = {};
    for (const node of ['start', 'research', 'write', 'show']) {
      await page.evaluate(`[...document.querySelectorAll('.tree-node')].find(({ innerText }) =>
        innerText.includes(${JSON.stringify(node)})).click()`);
      await expect.poll(() => read(page, '.tree-node[aria-pressed=true]'), LONG).toContain(node);
      canRerun[node] = (await count(page, '.rerun-from')) > 0;
    }
    expect(canRerun).toEqual({ start: false, research: true, write: true, show: false });
  });

  test('a rerun whose response is lost, sent again -> one rerun', async () => {
    await using site = await StudioSite.open(system);
    const first = await failToWrite(site.user);
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId: first });
    await selectRow(page, 'write');
    await loseResponse(page);
    system.model.reply(text('Red ones.'));
    await clickButton(page, 'Rerun from here');
    await expect.poll(() => read(page, 'main'), LONG).toContain('The response is lost');
    await clickButton(page, 'Rerun from here');
    await expect.poll(() => read(page, '.origin'), LONG).toBe(`Rerun of ${first}`);
    expect(await system.client.executions.list({ user: site.user })).toHaveLength(2);
  });

  test('a rerun, and the page left meanwhile -> the page stays closed', async () => {
    await using site = await StudioSite.open(system);
    const first = await failToWrite(site.user);
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId: first });
    await selectRow(page, 'write');
    await page.evaluate(`{
      const send = window.fetch;
      window.fetch = async (url, init) => {
        const response = await send(url, init);
        if (url.includes('/executions?id=')) window.found = (await response.clone().json()).length;
        return response;
      };
    }`);
    system.model.reply(text('Red ones.'));
    await clickButton(page, 'Rerun from here');
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => page.evaluate('window.found'), LONG).toBe(1);
    expect(await page.evaluate('location.hash')).toBe('#/approvals');
  });

  test('each call of a run -> its what-if next to its answer, and other calls named by their purpose', async () => {
    await using site = await StudioSite.open(system);
    system.model.reply(toolCalls([{ name: 'current_time', arguments: {} }]), text('Tulips.'));
    const { executionId, result } = await system.client.executions.start({
      flow: 'clock',
      text: 'Name a flower',
      user: site.user,
    });
    await result();
    await using page = await site.openPage({ width: 1440, height: 1000 });
    await goTo(page, { view: 'runs', executionId });
    await selectRow(page, 'Call current_time');
    await clickButton(page, 'What if');
    await expect.poll(() => count(page, '.waterfall-details .what-if'), LONG).toBe(1);
    expect(await count(page, '.waterfall-details .call')).toBe(0);
    await fill(page, '.waterfall-details .what-if input[type=range]', '0');
    await expect.poll(() => count(page, '.waterfall-details [data-verdict]'), LONG).toBe(1);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'what-if');
    const others = `[...document.querySelectorAll('.compared option')].map(({ textContent }) => textContent)`;
    await expect
      .poll(() => page.evaluate(others), LONG)
      .toEqual(['None', 'Answer · Call 2 of agent', 'None', 'Call current_time · Call 1 of agent']);
    expect(page.complaints).toEqual([]);
  });
});

async function failToWrite(user: string): Promise<string> {
  system.model.reply(text('Some tulips'), fault.status(400, { message: 'Refused by the provider' }));
  const run = await system.client.executions.start({ flow: 'pair', text: 'Which flowers?', user });
  await expect(run.result()).rejects.toThrow('Refused');
  return run.executionId;
}

async function selectRow(page: BrowserPage, label: string): Promise<void> {
  const find = `[...document.querySelectorAll('[role=treeitem]')].find((row) =>
    row.querySelector('bdi').innerText === ${JSON.stringify(label)})`;
  await expect.poll(() => page.evaluate(`${find} !== undefined`), LONG).toBe(true);
  await page.evaluate(`${find}.click()`);
}
