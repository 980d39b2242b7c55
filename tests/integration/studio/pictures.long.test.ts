import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { Route } from '../../../packages/studio/route.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { writeMemory } from '../../../store/users/memories.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { ANSWER, answerRequest, SHOP_FLOWS, SHOP_TOOLS } from './shop.js';
import {
  count,
  findFaults,
  findMisfits,
  findSmallText,
  goTo,
  keepPicture,
  read,
  StudioSite,
} from './studio-site.js';

const LONG = { timeout: 20_000 };
const CHAT = { flow: 'support', channel: 'desk' };

const CUT = `[...document.querySelectorAll('.scrolled')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .map((one) => one.ariaLabel + ': ' + one.scrollWidth + ' of ' + one.clientWidth + ' px')`;

interface View {
  name: string;
  route: Route;
  shows: string;
  prepare?: (page: BrowserPage) => Promise<void>;
}

const SIZES = {
  phone: { width: 375, height: 812, isTouch: true },
  desktop: { width: 1440, height: 900 },
};

let system: TestSystem;
let site: StudioSite;
let filled: ReturnType<typeof fill> | undefined;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: SHOP_FLOWS,
    tools: SHOP_TOOLS,
    withoutWorker: true,
    model: { script: answerRequest },
  });
  await system.startWorker({ name: 'worker', flows: SHOP_FLOWS });
  const temporalUi = 'http://ui/namespaces/default/workflows';
  site = await StudioSite.open(system, { admin: true, user: 'ada', temporalUi });
}, 120_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await system?.stop();
});

describe('Studio', () => {
  test('each view with contents, on a phone and a desktop -> readable in light and dark', async () => {
    const views = listViews(await (filled ??= fill()));
    const found: string[] = [];
    for (const [where, size] of Object.entries(SIZES)) {
      await using page = await site.openPage(size);
      for (const view of views) found.push(...(await inspect(page, view, where)));
      expect(page.complaints).toEqual([]);
    }
    expect(found).toEqual([]);
  });

  test('a German browser -> the words for the codes of the server in German', async () => {
    await using page = await site.openPage({ width: 1440, height: 900, locale: 'de-DE' });
    await expect.poll(() => read(page, 'nav'), LONG).toContain('Zustand');
    const german = { why: 'Nachricht ', waterfall: 'Element 2', health: 'Zusammenfassung' };
    for (const { name, route } of listViews(await (filled ??= fill()))) {
      if (!(name in german)) continue;
      await goTo(page, route);
      await expect
        .poll(() => read(page, name === 'why' ? '.why .call[open] table' : 'main'), LONG)
        .toContain(german[name as keyof typeof german]);
      await keepPicture(page, `german-${name}`);
      expect((await page.evaluate<string[]>(CODED)).filter((text) => ENGLISH.test(text))).toEqual([]);
    }
    expect(await findErrorText(page)).toBe('Nicht gefunden.');
  });
});

const CODED = `[...document.querySelectorAll('.window-bar li, .why td:not(.begins, .number, :has(.behind)), .waterfall bdi:first-child')]
  .map(({ innerText }) => innerText)`;
const ENGLISH =
  /^(Answer|Call|Item|whole|history|free|system|summary|current message|own steps|message|user|assistant)\b/;

async function inspect(page: BrowserPage, { name, route, shows, prepare }: View, where: string) {
  await goTo(page, route);
  const words = 'document.body.innerText';
  await expect.poll(() => page.evaluate(words), { ...LONG, message: name }).toContain(shows);
  await expect.poll(() => page.evaluate(words), LONG).not.toContain('Loading');
  await prepare?.(page);
  const found: string[] = await (where === 'phone' ? findMisfits(page) : page.evaluate<string[]>(CUT));
  for (const scheme of ['light', 'dark'] as const) {
    await page.prefer(scheme);
    await page.painted();
    found.push(...(await findFaults(page)));
  }
  await keepPicture(page, `${name}-${where}`);
  await page.evaluate("document.documentElement.dataset.density = 'compact'");
  await page.painted();
  found.push(...(await findSmallText(page)));
  await page.evaluate('delete document.documentElement.dataset.density');
  return found.map((one) => `${name} ${where}: ${one}`);
}

async function findErrorText(page: BrowserPage): Promise<string> {
  await goTo(page, { view: 'runs', executionId: 'execution/none/none' });
  await expect.poll(() => count(page, '.work .problem'), LONG).toBe(1);
  return page.evaluate<string>("document.querySelector('.work .problem').firstChild.data");
}

function listViews({ why, review }: { why: string; review: string }): readonly View[] {
  const inChat = { view: 'chat', ...CHAT, why: undefined } as const;
  const ofReview = { view: 'runs', executionId: review } as const;
  const toTrajectory = (page: BrowserPage) =>
    page.evaluate<void>("document.querySelector('.trajectory').scrollIntoView()");
  return [
    { name: 'chats', route: { view: 'chats' }, shows: 'oak tables' },
    { name: 'first-screen', route: { ...inChat, channel: 'new' }, shows: 'Where is order 1042?' },
    { name: 'chat', route: inChat, shows: 'Hamburg depot' },
    { name: 'wide-answer', route: { ...inChat, channel: 'wide' }, shows: 'Nordfracht' },
    { name: 'why', route: { ...inChat, why }, shows: 'Omitted' },
    { name: 'why-open', route: { ...inChat, why }, shows: 'Omitted', prepare: openDetails },
    { name: 'failure', route: { ...inChat, channel: 'broken' }, shows: 'Retry', prepare: openDetails },
    { name: 'flow-list', route: { view: 'flows', slug: undefined, version: undefined }, shows: 'Supplier' },
    { name: 'what-if', route: { ...inChat, why }, shows: 'Omitted', prepare: changeWindow },
    { name: 'thread', route: { ...inChat, thread: 'depot' }, shows: 'Merge' },
    { name: 'runs', route: { view: 'runs', executionId: undefined }, shows: 'Nordfracht' },
    { name: 'waterfall', route: ofReview, shows: 'Waterfall' },
    { name: 'trajectory', route: ofReview, shows: 'Pruned', prepare: toTrajectory },
    { name: 'approvals', route: { view: 'approvals' }, shows: '1 of 2 approved' },
    {
      name: 'flows',
      route: { view: 'flows', slug: 'supplier-review', version: 1 },
      shows: 'Version history',
    },
    { name: 'memory', route: { view: 'memory', ...CHAT }, shows: 'German' },
    { name: 'health', route: { view: 'health' }, shows: 'Tokens and cost' },
    { name: 'tools', route: { view: 'tools', tool: 'list_deliveries' }, shows: 'Run' },
  ];
}

async function fill() {
  const { client } = system;
  const desk = client.conversation({ ...CHAT, user: site.user });
  for (const message of [
    'Do you have oak tables?',
    'Always answer in short sentences.',
    'How long does a delivery take?',
    'Can I return a chair?',
    'Which lamps fit a small desk?',
  ])
    await desk.ask(message);
  const summaries = () => system.db.selectFrom('summary').select('status').execute();
  await expect.poll(summaries, LONG).not.toHaveLength(0);
  const { turnId } = await desk.ask('Where is order 1042?');
  const why = turnWorkflowId(desk.workflowId, turnId);
  const { messages } = await desk.history();
  const last = messages[0]!;
  const start = ANSWER.indexOf('Hamburg depot');
  await desk.openThread({ message: last.seq, start, end: start + 'Hamburg depot'.length, id: 'depot' });
  await client
    .conversation({ ...CHAT, user: site.user, thread: 'depot' })
    .ask('How far is the depot from Berlin?');
  const ask = (channel: string, message: string) =>
    client
      .conversation({ flow: 'support', user: site.user, channel })
      .ask(message)
      .catch(() => undefined);
  await ask('chairs', 'How do I return a chair?');
  await ask('wide', 'Compare the deliveries of all suppliers in the third quarter with those of the second');
  await ask('broken', 'Read the scanned invoice');
  const run = await client.executions.start({
    flow: 'supplier-review',
    text: 'Which of Nordfracht, BelgoTrans and Alpina were late in the third quarter?',
    user: site.user,
  });
  await run.result();
  for (const [user, message] of [
    ['mira', 'Refund order 1040'],
    ['ben', 'Transfer the invoice'],
  ] as const) {
    const { executionId } = await client.conversation({ flow: 'support', user }).submit(message);
    const open = async () => (await client.approvals.list({ execution: executionId })).approvals;
    await expect.poll(open, LONG).toHaveLength(1);
    if (user === 'ben')
      await client.forUser('sue', { roles: ['staff'] }).executions.answer(executionId, { answer: 'yes' });
  }
  for (const [kind, key, value] of [
    ['fact', 'language', 'German'],
    ['fact', 'address', 'Lindenstraße 5, 10969 Berlin'],
    ['procedure', 'returns', 'Send the label by e-mail'],
  ] as const)
    await writeMemory(system.db, { user: site.user, kind, key, value, executionId: why });
  return { why, review: run.executionId };
}

function openDetails(page: BrowserPage): Promise<void> {
  return page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`);
}

async function changeWindow(page: BrowserPage): Promise<void> {
  const slide = (step: number) => `{
    const slider = [...document.querySelectorAll('.what-if input[type=range]')].at(-1);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, '${step}');
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }`;
  for (let step = 20; step >= 3; step -= 1) await page.evaluate(slide(step));
  const verdict = "document.querySelector('.what-if [data-verdict]') !== null";
  await expect.poll(() => page.evaluate(verdict), LONG).toBe(true);
  await page.evaluate("[...document.querySelectorAll('.what-if')].at(-1).scrollIntoView()");
}
