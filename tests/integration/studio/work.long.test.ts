import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { fault, gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { formatRoute } from '../../../packages/studio/route.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import {
  count,
  fill,
  findFaults,
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
      agentFlow({ slug: 'helper' }),
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

describe('Studio', () => {
  test("filters by time, cost and user -> the matching executions; other users' for administrators alone", async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const other = system.newUser('other');
    system.model.reply(text('Tulips.'), text('Roses.'));
    await system.client.conversation({ flow: 'helper', user: site.user }).ask('Name a flower');
    const theirs = system.client.conversation({ flow: 'helper', user: other });
    const { turnId } = await theirs.ask('Name another');
    await using page = await site.openPage();
    await goTo(page, { view: 'runs', executionId: undefined });
    await expect.poll(() => count(page, 'tbody tr'), LONG).toBe(1);
    await fill(page, 'input[type=datetime-local]', '2100-01-01T00:00');
    await expect.poll(() => read(page, 'main'), LONG).toContain('No runs');
    await fill(page, 'input[type=datetime-local]', '2020-01-01T00:00');
    await expect.poll(() => count(page, 'tbody tr'), LONG).toBe(1);
    await fill(page, 'input[type=number]', '1000');
    await expect.poll(() => count(page, 'tbody tr'), LONG).toBe(0);
    await fill(page, 'input[type=number]', '');
    await tabTo(page, '.filters input[type=search]');
    await page.type(other);
    await expect.poll(() => read(page, 'tbody'), LONG).toContain(other);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'work-filters');
    await page.click('tbody a');
    await expect.poll(() => read(page, '.tree'), LONG).toContain('agent');
    await expect.poll(() => read(page, 'h2 bdi'), LONG).toBe('Name another');
    expect(await read(page, '.work code')).toBe(turnWorkflowId(theirs.workflowId, turnId));
    await expect.poll(() => read(page, 'main'), LONG).toContain('Name another');
    expect(await read(page, 'main')).not.toContain('There is no');
    expect(page.complaints).toEqual([]);
  });

  test('a node of the tree, by keys, of a non-administrator -> the graph, its input and its output', async () => {
    await using site = await StudioSite.open(system);
    system.model.reply(text('Tulips.'));
    const chat = system.client.conversation({ flow: 'helper', user: site.user });
    const { turnId } = await chat.ask('Name a flower');
    await using page = await site.openPage();
    await goTo(page, { view: 'runs', executionId: turnWorkflowId(chat.workflowId, turnId) });
    const status = 'document.querySelector("[data-node=agent]")?.dataset.status';
    await expect.poll(() => page.evaluate(status), LONG).toBe('success');
    await page.evaluate(`[...document.querySelectorAll('.tree-node')].at(-1).focus()`);
    await page.press('Enter');
    await expect.poll(() => read(page, '.node-facts'), LONG).toContain('Tulips.');
    expect(await read(page, '.node-facts')).toContain('Name a flower');
    expect(await page.evaluate('document.querySelector("[data-node=agent]").ariaPressed')).toBe('true');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'node');
    expect(page.complaints).toEqual([]);
  });

  test('two executions that wait for a person -> one is answered, the other canceled, also after a lost response', async () => {
    await using site = await StudioSite.open(system);
    const begin = () => system.client.executions.start({ flow: 'gate', user: site.user, text: 'Begin' });
    const answered = await begin();
    await expect.poll(() => system.client.executions.waiting({ user: site.user }), LONG).toHaveLength(1);
    const cancelled = await begin();
    await using page = await site.openPage();
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => count(page, '.approvals li'), LONG).toBe(2);
    expect(await read(page, '.approvals')).toContain('May it go on?');
    expect(await findFaults(page)).toEqual([]);
    const route = formatRoute({ view: 'runs', executionId: answered.executionId });
    expect(await page.evaluate("document.querySelector('.approvals a').hash")).toBe(route);
    await page.evaluate("document.querySelector('.approvals .primary').focus()");
    await page.press('Enter');
    await expect.poll(() => count(page, '.approvals li'), LONG).toBe(1);
    expect(await answered.result()).toBe('It went on');
    await page.click('.approvals a');
    await expect.poll(() => read(page, '.work code'), LONG).toBe(cancelled.executionId);
    await expect.poll(() => read(page, '.run-actions .cancel'), LONG).toBe('Cancel');
    await expect.poll(() => count(page, '.approvals li'), LONG).toBe(1);
    expect(await count(page, '.approvals a')).toBe(0);
    await loseResponse(page);
    await page.click('.run-actions .cancel');
    await expect.poll(() => read(page, 'body'), LONG).toContain('The response is lost');
    await page.click('.run-actions .cancel');
    await expect.poll(() => read(page, '.tree .status'), LONG).toBe('Canceled');
    await goTo(page, { view: 'runs', executionId: undefined });
    await expect.poll(() => read(page, 'tbody'), LONG).toContain('Canceled');
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => read(page, 'main'), LONG).toContain('No approvals are waiting for you.');
    expect(page.complaints).toEqual([]);
  });

  test('an execution without a user, in the list of all users -> its page, read-only; an unknown one is reported once', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await system.client.executions.start({ flow: 'gate', text: 'Begin' });
    await using page = await site.openPage();
    await goTo(page, { view: 'runs', executionId: undefined });
    await expect.poll(() => count(page, '.filters [type=checkbox]'), LONG).toBe(1);
    await page.click('.filters [type=checkbox]');
    const link = 'tbody td a[href$="?user="]';
    await expect.poll(() => count(page, link), LONG).toBe(1);
    await fill(page, '.filters [type=number]', '1');
    await expect.poll(() => count(page, link), LONG).toBe(0);
    await fill(page, '.filters [type=number]', '');
    await expect.poll(() => count(page, link), LONG).toBe(1);
    await page.click(link);
    await expect.poll(() => read(page, 'main'), LONG).toContain('This execution has no user');
    await expect.poll(() => read(page, '.tree'), LONG).toContain('ask');
    expect(await count(page, '.work > button')).toBe(0);
    expect(await count(page, '[role=alert]')).toBe(0);
    expect(await findFaults(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('a failure below, for an administrator -> its whole chain of causes, down to the call', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    system.model.reply(fault.status(400));
    const run = await system.client.executions.start({ flow: 'above', user: site.user, text: 'Name one' });
    await run.result().catch(() => undefined);
    await using page = await site.openPage();
    await goTo(page, { view: 'runs', executionId: run.executionId });
    await expect.poll(() => read(page, '.causes li:last-child'), LONG).toContain('Model.InvalidRequest');
    await expect.poll(() => count(page, '.causes li'), LONG).toBeGreaterThan(1);
    expect(await read(page, '.causes li:first-child')).toContain(run.executionId);
    expect(await read(page, '.causes li:last-child')).toContain('agent');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'causes');
    expect(page.complaints).toEqual([]);
  });

  test('a step that is pushed to a running agent -> it waits in the list, and is done; the trajectory beside it', async () => {
    await using site = await StudioSite.open(system);
    const rest = gated('Tulips ', 'and more.');
    system.model.reply(rest, text('Roses.'));
    const chat = system.client.conversation({ flow: 'helper', user: site.user });
    const { turnId } = await chat.submit('Name a flower');
    await rest.started;
    await using page = await site.openPage();
    await goTo(page, { view: 'runs', executionId: turnWorkflowId(chat.workflowId, turnId) });
    await expect.poll(() => read(page, '.queues'), LONG).toContain('The queue is empty.');
    await page.evaluate(`{
      const choice = document.querySelector('.queues select');
      choice.value = 'after-answer';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await page.evaluate("document.querySelector('.queues input').focus()");
    await page.type('Name one more');
    await loseResponse(page);
    await page.press('Enter');
    await expect.poll(() => read(page, '.queues'), LONG).toContain('The response is lost');
    await page.press('Enter');
    await expect.poll(() => page.evaluate("document.querySelector('.queues input').value"), LONG).toBe('');
    await expect.poll(() => read(page, '.queues ol'), LONG).toContain('Name one more');
    expect(await count(page, '.queues li')).toBe(1);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'queues');
    rest.release();
    await expect.poll(() => read(page, '.tree'), LONG).toContain('Completed');
    const lastRequest = (): string => JSON.stringify(system.model.requests.at(-1)?.body);
    await expect.poll(lastRequest, LONG).toContain('Name one more');
    const trajectory = async (): Promise<string> => {
      // Text outside the window is not rendered, and the views above still grow.
      await page.evaluate("document.querySelector('.trajectory')?.scrollIntoView()");
      await page.painted();
      return read(page, '.trajectory');
    };
    await expect.poll(trajectory, LONG).toMatch(/Pruned[^]*Full[^]*Name a flower/);
    expect(await read(page, 'main')).toContain('No data was used.');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'trajectory');
    expect(page.complaints).toEqual([]);
  });
});
