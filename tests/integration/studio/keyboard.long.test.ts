import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import type { Route } from '../../../packages/studio/route.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { ASKING_FLOW, goTo, StudioSite } from './studio-site.js';

const LONG = { timeout: 20_000 };
const CHAT = { flow: 'assistant', channel: 'rome' };
const MOST_STOPS = 150;

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant' }), ASKING_FLOW],
  });
}, 120_000);
afterAll(() => system?.stop());

async function begin(site: StudioSite): Promise<string> {
  const chat = system.client.conversation({ ...CHAT, user: site.user });
  system.model.reply(text('Rome is old.'));
  await chat.ask('Always answer in one line.');
  const { executionId } = await system.client.executions.start({
    flow: 'asking',
    text: 'Hi',
    user: site.user,
  });
  await expect.poll(() => system.client.executions.waiting({ user: site.user }), LONG).toHaveLength(1);
  return executionId;
}

const STOP = `(() => {
  const one = document.activeElement;
  if (one === document.body) return { id: 'body', problem: '' };
  window.stops ??= new Map();
  if (!stops.has(one)) stops.set(one, String(stops.size));
  // A field's frame, or the visible part of a radio button, may have the mark.
  const around = [one, one.nextElementSibling, one.parentElement, one.parentElement.parentElement, one.closest('.cm-editor')]
    .filter((part) => part !== null);
  const isSeen = (part) => {
    const { top, left, bottom, right, width } = part.getBoundingClientRect();
    return part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 0
      && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const accent = Object.assign(document.createElement('i'), { style: 'border-color: var(--color-accent)' });
  document.body.append(accent);
  const accentColor = getComputedStyle(accent).borderTopColor;
  accent.remove();
  const hasMark = (part) => {
    const { outlineStyle, outlineWidth, borderBottomColor } = getComputedStyle(part);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || borderBottomColor === accentColor
      || part.hasAttribute('data-highlighted');
  };
  const isMarked = around.some((part) => isSeen(part) && hasMark(part));
  // The browser marks the parts of a date field itself.
  if (one.matches('input[type=datetime-local]')) return { id: stops.get(one), problem: '' };
  const isShown = isSeen(one) || one.matches('input[type=radio]');
  const problem = isShown ? (isMarked ? '' : 'no mark') : 'not shown';
  return { id: stops.get(one), problem: problem === '' ? '' : problem + ': ' + one.outerHTML.slice(0, 160) };
})()`;

async function walk(page: BrowserPage): Promise<{ stops: number; problems: string[] }> {
  const [seen, problems] = [new Set<string>(), new Set<string>()];
  await page.evaluate(`document.querySelector('.skip').focus(); document.activeElement.blur()`);
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.press('Tab');
    await page.painted();
    const { id, problem } = await page.evaluate<{ id: string; problem: string }>(STOP);
    if (problem !== '') problems.add(problem);
    if (id === 'body' || (seen.size > 3 && id === [...seen][0]))
      return { stops: seen.size, problems: [...problems] };
    seen.add(id);
  }
  return { stops: seen.size, problems: [...problems, 'Tab never leaves'] };
}

describe('the studio by keyboard alone', () => {
  test('Tab through each view -> every stop is visible, and the focus wraps around', async () => {
    await using site = await StudioSite.open(system, { admin: true });
    const executionId = await begin(site);
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    const [turn] = (await chat.history()).messages;
    const views: readonly { route: Route; shows: string }[] = [
      { route: { view: 'chat', ...CHAT, why: undefined }, shows: 'Rome is old.' },
      { route: { view: 'chat', ...CHAT, why: turn!.executionId! }, shows: 'Sent' },
      { route: { view: 'runs', executionId: undefined }, shows: 'Always answer' },
      { route: { view: 'runs', executionId }, shows: 'ask' },
      { route: { view: 'approvals' }, shows: 'Go on?' },
      { route: { view: 'flows', slug: 'assistant', version: 1 }, shows: '"slug"' },
      { route: { view: 'memory', ...CHAT }, shows: 'Always answer in one line.' },
      { route: { view: 'health' }, shows: 'Tokens and cost' },
    ];
    await using page = await site.openPage();
    const found: Record<string, string[]> = {};
    for (const { route, shows } of views) {
      await goTo(page, route);
      await expect.poll(() => page.evaluate('document.body.innerText'), LONG).toContain(shows);
      const { stops, problems } = await walk(page);
      const name = `${route.view}${'why' in route && route.why !== undefined ? ' why' : ''}`;
      if (stops < 8) problems.push(`only ${stops} stops`);
      if (problems.length > 0) found[name] = problems;
    }
    expect(found).toEqual({});
    await system.client.executions.cancel(executionId);
  });
});
