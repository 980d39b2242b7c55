import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { listAuditEntries } from '../../../store/audit/audit-log.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { BrowserPage } from '../trajectory/browser.js';
import {
  fields,
  findFaults,
  findMisfits,
  goTo,
  keepPicture,
  read,
  StudioSite,
  tabTo,
} from './studio-site.js';

const LONG = { timeout: 60_000 };
const NONE = 'No approvals are waiting for you.';
const input = z.object({ order: z.string(), amount: z.number().min(0), note: z.string().optional() });
const shipment = z.object({
  parcels: z.int(),
  express: z.boolean(),
  speed: z.enum(['slow', 'fast']),
  labels: z.array(z.string()),
  to: z.object({ city: z.string(), zip: z.string().optional() }),
  extra: z.union([z.string(), z.number()]).optional(),
});
const ran: unknown[] = [];

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({
        slug: 'support',
        tools: ['refund', 'wire', 'ship', 'look_up'],
        history: { summaries: false },
      }),
    ],
    tools: [
      defineTool({
        name: 'refund',
        description: 'Refunds',
        input,
        approve: {
          by: 'staff',
          message: ({ input: { amount, order } }) => `Refund ${amount} EUR for order ${order}?`,
          expiresMs: 86_400_000,
        },
        execute: (refund) => (ran.push(refund), 'refunded'),
      }),
      defineTool({
        name: 'ship',
        description: 'Ships',
        input: shipment,
        approve: { by: 'staff' },
        execute: (parcel) => (ran.push(parcel), 'shipped'),
      }),
      defineTool({
        name: 'look_up',
        description: 'Looks up',
        input: z.object({ order: z.string() }),
        execute: ({ order }) => `Order ${order} is late`,
      }),
      defineTool({
        name: 'wire',
        description: 'Wires',
        input,
        approve: { by: 'staff', quorum: 2 },
        execute: (wire) => (ran.push(wire), 'wired'),
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('the inbox of the studio', () => {
  test('a refund of another user -> counted, shown with its execution, approved with a changed input that fits', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => shown(page), LONG).toContain(NONE);
    const { user, conversation, executionId, turnId } = await call('refund', { order: 'A-17', amount: 900 });
    await expect.poll(() => shown(page), LONG).toContain('Refund 900 EUR for order A-17?');
    expect(await fields(page)).toEqual([
      ['order', 'A-17'],
      ['amount', '900'],
    ]);
    expect(await shown(page)).toMatch(new RegExp(`Requested by ${user} in support\\s+.+\\s+expires `));
    await expect.poll(() => read(page, '.rail .count'), LONG).toBe('1');
    expect(await findFaults(page)).toEqual([]);

    await goTo(page, { view: 'runs', executionId, user });
    await expect.poll(() => shown(page), LONG).toContain('Refund 900 EUR for order A-17?');
    await openForm(page);
    expect(await read(page, '.approvals .primary')).toBe('Approve');
    await fill(page, 'amount', 'much');
    await page.click('.approvals .primary');
    await expect.poll(() => read(page, '.field-problem'), LONG).toBe('amount: must be a number');
    expect(await page.evaluate('document.activeElement.value')).toBe('much');
    expect(await findFaults(page)).toEqual([]);
    await fill(page, 'amount', '-1');
    await page.click('.approvals .primary');
    await expect.poll(() => read(page, '.approvals .problem'), LONG).toContain('amount');
    expect(ran).toEqual([]);
    await fill(page, 'amount', '90');
    const problems = "document.querySelectorAll('.problem').length";
    const before = await page.evaluate<number>(problems);
    await site.stop();
    await expect.poll(() => page.evaluate(problems), LONG).toBeGreaterThan(before);
    await site.start();
    await expect.poll(() => page.evaluate(problems), LONG).toBe(before);
    expect(await read(page, '.approvals .primary')).toBe('Approve with changes');
    system.model.reply(text('Done.'));
    await page.click('.approvals .primary');
    expect((await conversation.ask({ text: 'go', turnId })).text).toBe('Done.');
    expect(ran.splice(0)).toEqual([{ order: 'A-17', amount: 90 }]);
    await expect.poll(() => page.evaluate("document.querySelector('.rail .count')"), LONG).toBeNull();
    const entries = await listAuditEntries(system.db, { action: 'answer', owner: user, limit: 10 });
    expect(entries.map(({ actor, outcome, change }) => [actor, outcome, change])).toEqual([
      [
        site.user,
        'done',
        {
          input: { order: 'A-17', amount: 900 },
          changedInput: { order: 'A-17', amount: 90 },
        },
      ],
      [site.user, 'Approval.InvalidAnswer', undefined],
    ]);
    const complaints = page.complaints.filter((line) => !/ failed$|ERR_CONNECTION_REFUSED$/.test(line));
    expect(complaints).toEqual([expect.stringContaining('422') as string]);
  });

  test('hidden characters and a long value, two approvers -> escaped, with both ends; the input is fixed, and a no decides', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    await using page = await site.openPage();
    await goTo(page, { view: 'approvals' });
    const note = `\u202eBEGIN${'x'.repeat(3_000)}END\u200b`;
    const { conversation, executionId, turnId } = await call('wire', { order: 'A-18', amount: 5, note });
    await expect
      .poll(() => shown(page), LONG)
      .toMatch(/\\u202eBEGINx+… \[2,\d+ characters omitted\] …x+END\\u200b/);
    expect(await shown(page)).not.toMatch(/[\u202e\u200b]/);
    const field = "document.querySelector('.approvals textarea')";
    expect(await page.evaluate(`${field}.readOnly`)).toBe(true);
    expect(JSON.parse(await page.evaluate<string>(`${field}.value`))).toMatchObject({ note });
    expect(await page.evaluate<string>(`${field}.value`)).not.toMatch(/[\u202e\u200b]/);
    expect(await shown(page)).toContain('0 of 2 approved');
    await page.click('.approvals .primary');
    await expect.poll(() => shown(page), LONG).toContain(`1 of 2 approved: ${site.user}`);
    await page.click('.approvals .primary');
    await expect
      .poll(() => page.evaluate("document.querySelector('.approvals .primary').disabled"), LONG)
      .toBe(false);
    expect(await shown(page)).toContain(`1 of 2 approved: ${site.user}`);
    await page.click('.approvals .actions input');
    await page.type('too long a note');
    system.model.reply(text('Refused.'));
    await page.click('.approvals .refuse');
    expect((await conversation.ask({ text: 'go', turnId })).text).toBe('Refused.');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('no, too long a note');
    await expect.poll(() => shown(page), LONG).toContain(NONE);
    expect(ran).toEqual([]);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'completed' });
    expect(page.complaints).toEqual([]);
  });

  test('a call with each type of field, on a phone, by keyboard alone -> the reason and the history; what was changed runs', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    system.model.reply(toolCalls([{ name: 'look_up', arguments: { order: 'A-17' } }]));
    const { conversation, executionId, turnId } = await call(
      'ship',
      {
        parcels: 2,
        express: false,
        speed: 'slow',
        labels: ['fragile'],
        to: { city: 'Bonn' },
        extra: 'none',
      },
      'The order is late, so I ship it again.',
    );
    await using page = await site.openPage({ width: 375, height: 800, isTouch: true });
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => read(page, '.reason'), LONG).toBe('The order is late, so I ship it again.');
    await tabTo(page, '.history summary');
    await page.press('Enter');
    const history = `[...document.querySelectorAll('.history li')].map(({ innerText }) => innerText.split('\\n').at(-1))`;
    await expect.poll(() => page.evaluate(history), LONG).toEqual(['go', '"Order A-17 is late"']);
    await tabTo(page, 'details:not(.history) > summary');
    await page.press('Enter');
    await expect.poll(() => page.evaluate("document.querySelectorAll('.schema-form').length"), LONG).toBe(1);
    await tabTo(page, '[name="parcels"]');
    await page.press('Backspace');
    await page.type('3');
    await tabTo(page, '[name="express"]');
    await page.press('Space');
    await tabTo(page, '[name="speed"]');
    await page.press('ArrowDown');
    await tabTo(page, '[aria-label="Add to labels"]');
    await page.press('Enter');
    await tabTo(page, '[aria-label="labels, item 2"]', { shift: true });
    await page.type('heavy');
    await tabTo(page, '[name="to.zip"]');
    await page.type('53111');
    await tabTo(page, '[name="extra"]');
    await page.evaluate('document.activeElement.select()');
    await page.type('{');
    await tabTo(page, '.approvals .primary');
    await page.press('Enter');
    await expect.poll(() => read(page, '.field-problem'), LONG).toBe('extra: is not valid JSON');
    await page.evaluate('document.activeElement.select()');
    await page.type('7');
    expect(await findFaults(page)).toEqual([]);
    expect(await findMisfits(page)).toEqual([]);
    await keepPicture(page, 'approval-form-phone');
    await tabTo(page, '.approvals .primary');
    system.model.reply(text('Done.'));
    await page.press('Enter');
    expect((await conversation.ask({ text: 'go', turnId })).text).toBe('Done.');
    expect(ran.splice(0)).toEqual([
      {
        parcels: 3,
        express: true,
        speed: 'fast',
        labels: ['fragile', 'heavy'],
        to: { city: 'Bonn', zip: '53111' },
        extra: 7,
      },
    ]);
    const details = system.client
      .forUser(system.newUser('bob'))
      .approvals.details({ executionId, nodeId: 'agent', call: '2.1' });
    await expect(details).rejects.toMatchObject({ type: 'Client.NotFound' });
    expect(page.complaints).toEqual([]);
  });

  test.each([
    ['desk', { width: 1280, height: 760 }],
    ['phone', { width: 390, height: 844 }],
  ])('two approvals on a %s -> nothing beside the page', async (name, size) => {
    await using site = await StudioSite.open(system, { admin: true });
    const turns = [
      await call('refund', { order: 'A-17', amount: 900 }),
      await call('wire', { order: 'B-2', amount: 12_000, note: 'Supplier invoice 2026-118' }),
    ];
    const sue = system.client.forUser(system.newUser('sue'), { roles: ['staff'] });
    await sue.executions.answer(turns[1]!.executionId, { answer: 'yes' });
    await using page = await site.openPage(size);
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => shown(page), LONG).toContain('1 of 2 approved');
    await expect.poll(() => read(page, '.rail .count'), LONG).toBe('2');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, `approvals-${name}`);
    for (const { conversation, turnId } of turns) {
      await conversation.cancel();
      await conversation.ask({ text: 'go', turnId }).catch(() => undefined);
    }
    expect(page.complaints).toEqual([]);
  });
});

async function call(name: string, argument: object, words?: string) {
  system.model.reply(toolCalls([{ name, arguments: argument }], { text: words }));
  const user = system.newUser('ada');
  const conversation = system.client.conversation({ flow: 'support', user });
  const { executionId, turnId } = await conversation.submit('go');
  const open = async () => (await system.client.approvals.list({ execution: executionId })).approvals;
  await expect.poll(open, LONG).toHaveLength(1);
  return { user, conversation, executionId, turnId };
}

function shown(page: BrowserPage): Promise<string> {
  return read(page, 'body');
}

async function openForm(page: BrowserPage): Promise<void> {
  const details = '.approvals details:not(.history)';
  await expect.poll(() => page.evaluate(`document.querySelector('${details}') !== null`), LONG).toBe(true);
  await page.evaluate(`document.querySelector('${details}').open = true`);
  await expect.poll(() => page.evaluate("document.querySelectorAll('.schema-form').length"), LONG).toBe(1);
}

async function fill(page: BrowserPage, path: string, value: string): Promise<void> {
  const field = `document.querySelector('[name="${path}"]')`;
  await page.evaluate(`${field}.focus(); ${field}.select()`);
  await page.type(value);
}
