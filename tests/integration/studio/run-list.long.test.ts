import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { fault, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import {
  clickButton,
  count,
  findFaults,
  goTo,
  keepPicture,
  loseResponse,
  read,
  StudioSite,
} from './studio-site.js';

const LONG = { timeout: 15_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), { flows: [agentFlow({ slug: 'helper' })] });
}, 120_000);
afterAll(() => system?.stop());

describe('ExecutionList', () => {
  test('250 runs -> loaded by pages, also of a search; the address keeps the filters', async () => {
    await using site = await StudioSite.open(system);
    await sql`insert into execution (workflow_id, flow_slug, flow_version, user_id, status, finished_at, input)
      select 'execution/helper/' || ${site.user}::text || ':' || n, 'helper', 1, ${site.user},
        case when n % 2 = 0 then 'failed' else 'completed' end, now(), 'Question ' || n
      from generate_series(1, 250) n`.execute(system.db);
    await using page = await site.openPage({ width: 1440, height: 900 });
    await goTo(page, { view: 'runs', executionId: undefined });
    const shows = (rows: number) => expect.poll(() => count(page, 'tbody tr'), LONG).toBe(rows);
    await shows(100);
    await page.click('.load-more');
    await shows(200);
    await page.click('.load-more');
    await shows(250);
    expect(await count(page, '.load-more')).toBe(0);
    expect(await page.evaluate(`[...document.querySelectorAll('tbody a')].at(-1).innerText`)).toBe(
      'Question 1',
    );
    await page.click('.run-search');
    await page.type('question');
    await page.evaluate(`{
      const choice = [...document.querySelectorAll('.filters select')][1];
      choice.value = 'failed';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await shows(100);
    await page.click('.load-more');
    await shows(125);
    const address = await page.evaluate<string>('location.href');
    expect(new URL(address).hash).toBe('#/runs?text=question&status=failed');
    const chosen = `[...document.querySelectorAll('.filters select')].map((one) => one.selectedOptions[0].text)`;
    expect(await page.evaluate(chosen)).toEqual(['any', 'Failed']);
    await page.click('tbody a');
    await expect.poll(() => read(page, 'h2 bdi'), LONG).toBe('Question 250');
    await page.evaluate('history.back()');
    await shows(100);
    const fields = `[document.querySelector('.run-search'), ...document.querySelectorAll('.filters select')].map(({ value }) => value)`;
    expect(await page.evaluate(fields)).toEqual(['question', '', 'failed']);
    await page.goto(`${site.url}/healthz`);
    await page.goto(address);
    await shows(100);
    expect(await page.evaluate(fields)).toEqual(['question', '', 'failed']);
    await goTo(page, { view: 'runs', executionId: undefined });
    await expect.poll(() => page.evaluate(fields), LONG).toEqual(['', '', '']);
    await page.click('.run-search');
    await page.type('17');
    await page.press('ArrowLeft');
    await page.type('23');
    await expect.poll(() => page.evaluate('location.hash'), LONG).toBe('#/runs?text=1237');
    await goTo(page, { view: 'runs', executionId: undefined });
    await expect.poll(() => page.evaluate(fields), LONG).toEqual(['', '', '']);
    expect(page.exceptions).toEqual([]);
  });

  test('a search whose oldest run alone matches -> shows until when it searched, and finds the run with the next page', async () => {
    await using site = await StudioSite.open(system);
    await sql`insert into execution (workflow_id, flow_slug, flow_version, user_id, status, finished_at, input)
      select 'execution/helper/' || ${site.user}::text || ':' || n, 'helper', 1, ${site.user}, 'completed', now(),
        case when n = 1 then 'Needle' else 'Hay' end
      from generate_series(1, 10001) n`.execute(system.db);
    await using page = await site.openPage({ width: 1440, height: 900 });
    await goTo(page, { view: 'runs', executionId: undefined, filters: { text: 'needle' } });
    await expect.poll(() => read(page, '.searched'), LONG).toMatch(/^Searched until .*\d/);
    expect(await count(page, 'tbody tr')).toBe(0);
    await page.click('.load-more');
    await expect.poll(() => read(page, 'tbody a'), LONG).toBe('Needle');
    expect(await count(page, '.load-more, .searched')).toBe(0);
    expect(page.exceptions).toEqual([]);
  });

  test('two failed runs and a failed turn -> rerun from the page, which names the first; the others retried at once', async () => {
    await using site = await StudioSite.open(system);
    const refused = () => fault.status(400, { message: 'Refused by the provider' });
    system.model.reply(refused(), refused());
    const start = async (question: string) => {
      const run = await system.client.executions.start({ flow: 'helper', text: question, user: site.user });
      await run.result().catch(() => undefined);
      return run.executionId;
    };
    const first = await start('Name a tree');
    const chat = system.client.conversation({ flow: 'helper', user: site.user, channel: 'trees' });
    await chat.ask('Name another').catch(() => undefined);
    await using page = await site.openPage({ width: 1440, height: 900 });
    await goTo(page, { view: 'runs', executionId: first });
    system.model.reply(refused());
    await clickButton(page, 'Rerun');
    await expect.poll(() => read(page, '.origin'), LONG).toBe(`Rerun of ${first}`);
    await expect.poll(() => count(page, '.tree [data-status=failed]'), LONG).toBeGreaterThan(0);
    await keepPicture(page, 'rerun');
    await page.click('.copy-link');
    await expect.poll(() => read(page, 'body'), LONG).toContain('Copied');
    const address = await page.evaluate<string>('location.href');
    await goTo(page, { view: 'runs', executionId: undefined });
    await expect.poll(() => count(page, '.run-search'), LONG).toBe(1);
    await page.click('.run-search');
    await page.press('Control+V');
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe(address);
    expect(new URL(address).hash).toMatch(/^#\/runs\/execution%2F/);
    await page.press('Control+A');
    await page.press('Backspace');
    system.model.reply(text('An oak.'), text('An oak.'), text('An oak.'));
    await expect.poll(() => count(page, 'tbody [data-status=failed]'), LONG).toBe(3);
    await page.evaluate(`document.querySelectorAll('tbody [type=checkbox]').forEach((box) => box.click())`);
    await clickButton(page, 'Retry 3 selected');
    await expect.poll(() => count(page, 'tbody [data-status=completed]'), LONG).toBe(3);
    expect((await chat.history()).messages[0]?.text).toBe('An oak.');
    expect(await findFaults(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('two failed runs, retried with lost responses, and again -> stay selected with the reason; one rerun of each', async () => {
    await using site = await StudioSite.open(system);
    const refused = () => fault.status(400, { message: 'Refused by the provider' });
    system.model.reply(refused(), refused());
    for (const question of ['Name a tree', 'Name another']) {
      const run = await system.client.executions.start({ flow: 'helper', text: question, user: site.user });
      await run.result().catch(() => undefined);
    }
    await using page = await site.openPage({ width: 1440, height: 900 });
    await goTo(page, { view: 'runs', executionId: undefined });
    await expect.poll(() => count(page, 'tbody [data-status=failed]'), LONG).toBe(2);
    await page.evaluate(`document.querySelectorAll('tbody [type=checkbox]').forEach((box) => box.click())`);
    system.model.reply(text('An oak.'), text('An elm.'));
    await loseResponse(page);
    await clickButton(page, 'Retry 2 selected');
    await expect.poll(() => read(page, 'body'), LONG).toContain('2 failed: The response is lost');
    await expect.poll(() => count(page, 'tbody [data-status=completed]'), LONG).toBe(2);
    expect(await count(page, 'tbody :checked')).toBe(2);
    await clickButton(page, 'Retry 2 selected');
    await expect.poll(() => count(page, 'tbody :checked'), LONG).toBe(0);
    expect(await system.client.executions.list({ user: site.user })).toHaveLength(4);
    expect(page.exceptions).toEqual([]);
  });
});
