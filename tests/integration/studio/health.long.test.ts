import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { fault, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { Route } from '../../../packages/studio/route.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import {
  ASKING_FLOW,
  count,
  findFaults,
  findMisfits,
  goTo,
  keepPicture,
  read,
  StudioSite,
} from './studio-site.js';

const LONG = { timeout: 15_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'helper' }), agentFlow({ slug: 'other' }), ASKING_FLOW],
  });
}, 120_000);
afterAll(() => system?.stop());

async function choose(page: BrowserPage, selector: string, value: string): Promise<void> {
  await page.evaluate(`{
    const choice = document.querySelector(${JSON.stringify(selector)});
    choice.value = ${JSON.stringify(value)};
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
}

async function talk(user: string): Promise<void> {
  system.model.reply(text('Yes.'), fault.status(400), text('Yes.'));
  await system.client.conversation({ flow: 'helper', user }).ask('Name a tree.');
  await system.client
    .conversation({ flow: 'helper', user })
    .ask('Fail.')
    .catch(() => undefined);
  await system.client.conversation({ flow: 'other', user }).ask('Name a tree.');
}

describe('HealthPage', () => {
  test('calls of two flows, one failed -> a bar and a sum per flow, an alert that links to its rule', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await talk(site.user);
    await using page = await site.openPage();
    await page.click('nav a[href="#/health"]');
    await expect.poll(() => count(page, '.day-charts select'), LONG).toBe(2);
    await choose(page, '.day-charts select', 'calls');
    await choose(page, '.day-charts label:nth-of-type(2) select', 'flow');
    await expect.poll(() => read(page, '.day-charts .legend')).toMatch(/helper 2\s+other 1\s+Total 3/);
    expect(await count(page, '.day-charts rect[data-series]')).toBeGreaterThan(1);
    await choose(page, '.day-charts select', 'turns');
    await expect.poll(() => read(page, '.day-charts .legend')).toMatch(/helper 2\s+other 1\s+Total 3/);
    await choose(page, '.day-charts label:nth-of-type(2) select', 'model');
    await expect.poll(() => read(page, '.day-charts .legend')).toMatch(/3\s+Total 3/);
    expect(await read(page, '[aria-label="Turns by day"]')).toMatch(/helper[^]*2\s+1[^]*other[^]*1\s+0/);
    await choose(page, '.day-charts select', 'latency');
    await expect.poll(() => read(page, '.day-charts .legend')).toMatch(/ms|s$/);
    expect(await read(page, '.alerts')).toContain('33% of turns failed');
    expect(await read(page, '.alerts')).not.toContain('approval');
    expect(await page.evaluate('document.querySelector(".alerts a").href')).toBe(
      'http://alerts/?search=ThreadlineTurnsFail',
    );
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'health-days');
    const days = () => page.evaluate<string>('document.querySelector("header select").value');
    expect(await days()).toBe('7');
    await choose(page, 'header select', '30');
    await expect.poll(() => page.evaluate('location.hash'), LONG).toBe('#/health?days=30');
    await page.evaluate('location.reload()');
    await expect.poll(() => count(page, '.day-charts'), LONG).toBe(1);
    expect(await days()).toBe('30');
    await expect.poll(() => count(page, '.day-charts g'), LONG).toBeGreaterThanOrEqual(30);
    expect(page.complaints).toEqual([]);
  });

  test('no turn in the period -> one empty state; one turn -> its sections, and the others in one line', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    await goTo(page, { view: 'health' });
    await expect.poll(() => read(page, 'main'), LONG).toContain('No turns in this period');
    expect(await count(page, '.chart')).toBe(0);
    expect(await count(page, '.none')).toBe(0);
    system.model.reply(text('Yes.'));
    await system.client.conversation({ flow: 'helper', user: site.user }).ask('Name a tree.');
    await page.evaluate('location.reload()');
    await expect
      .poll(() => read(page, '.none'), LONG)
      .toBe('None in this period: Failures, Recent model outages, Omitted from contexts, and Summaries.');
    expect((await read(page, 'main')).match(/None in this period/g)).toHaveLength(1);
  });

  test('an approval open for over a day -> an alert that links to its rule', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const asked = await system.client.executions.start({ flow: 'asking', text: 'Hi', user: site.user });
    const waiting = () => system.client.executions.waiting({ user: site.user });
    await expect.poll(waiting, LONG).toHaveLength(1);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await system.db.updateTable('approval').set({ created_at: yesterday }).execute();
    await using page = await site.openPage();
    await goTo(page, { view: 'health' });
    const alert = 'An approval has been open for more than a day';
    await expect.poll(() => read(page, '.alerts'), LONG).toContain(alert);
    expect(await page.evaluate('document.querySelector(".alerts a[href$=ApprovalsWait]").href')).toBe(
      'http://alerts/?search=ThreadlineApprovalsWait',
    );
    await system.client.executions.cancel(asked.executionId);
  });
});

const VIEWS: readonly { route: Route; shows: string; text?: string }[] = [
  { route: { view: 'chat', flow: 'helper', channel: 'main', why: undefined }, shows: 'textarea' },
  { route: { view: 'runs', executionId: undefined }, shows: 'tbody tr' },
  { route: { view: 'approvals' }, shows: 'main', text: 'Keine Freigaben' },
  { route: { view: 'flows', slug: 'helper', version: 1 }, shows: '.version-history' },
  { route: { view: 'memory' }, shows: '.standing' },
  { route: { view: 'health' }, shows: '.day-charts' },
];

describe('Studio', () => {
  test('a phone with a German browser -> German, nothing beside any view, and targets of 44 px', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await talk(site.user);
    await using page = await site.openPage({ width: 375, height: 800, locale: 'de-DE', isTouch: true });
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    expect(await page.evaluate('matchMedia("(pointer: coarse)").matches')).toBe(true);
    const found: string[] = [];
    for (const { route, shows, text: words = '' } of VIEWS) {
      await goTo(page, route);
      const visible = `[...document.querySelectorAll('${shows}')].find((one) => one.checkVisibility())?.innerText`;
      await expect.poll(() => page.evaluate(visible), LONG).toContain(words);
      await page.painted();
      found.push(...(await findMisfits(page)).map((one) => `${route.view}: ${one}`));
      await keepPicture(page, `german-phone-${route.view}`);
    }
    expect(found).toEqual([]);
    expect(await read(page, 'nav')).toContain('Zustand');
    expect(await read(page, 'main')).toContain('Warnungen');
    expect(page.complaints).toEqual([]);
  });
});
