import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { listAuditEntries } from '../../../store/audit/audit-log.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { findFaults, goTo, keepPicture, StudioSite } from './studio-site.js';

const LONG = { timeout: 60_000 };
const NONE = 'No approvals are waiting for you.';
const input = z.object({ order: z.string(), amount: z.number(), note: z.string().optional() });
const ran: unknown[] = [];

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'support', tools: ['refund', 'wire'], history: { summaries: false } })],
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
    expect(await shown(page)).toContain('refund {"order":"A-17","amount":900}');
    expect(await shown(page)).toMatch(new RegExp(`Requested by ${user} in support · .+ · expires `));
    await expect.poll(() => read(page, '.rail .count'), LONG).toBe('1');
    expect(await findFaults(page)).toEqual([]);

    await goTo(page, { view: 'work', executionId, user });
    await expect.poll(() => shown(page), LONG).toContain('Refund 900 EUR for order A-17?');
    await edit(page, '{"order":"A-17","amount":90');
    await page.click('.approvals .primary');
    await expect.poll(() => read(page, '.approvals .problem'), LONG).toBe('The input must be a JSON object.');
    await edit(page, '{"order":"A-17","amount":"much"}');
    await page.click('.approvals .primary');
    await expect.poll(() => read(page, '.approvals .problem'), LONG).toContain('amount');
    expect(ran).toEqual([]);
    await edit(page, '{"order":"A-17","amount":90}');
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
    expect(page.complaints).toEqual([expect.stringContaining('422') as string]);
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
    await page.click('.approvals [type=button]');
    expect((await conversation.ask({ text: 'go', turnId })).text).toBe('Refused.');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('no, too long a note');
    await expect.poll(() => shown(page), LONG).toContain(NONE);
    expect(ran).toEqual([]);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'completed' });
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

async function call(name: string, argument: object) {
  system.model.reply(toolCalls([{ name, arguments: argument }]));
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

function read(page: BrowserPage, selector: string): Promise<string> {
  return page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
}

async function edit(page: BrowserPage, json: string): Promise<void> {
  await page.evaluate("document.querySelector('.approvals details').open = true");
  await page.evaluate("document.querySelector('.approvals textarea').select()");
  await page.evaluate("document.querySelector('.approvals textarea').focus()");
  await page.type(json);
}
