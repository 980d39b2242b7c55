import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHtml, type HtmlInput } from '../../trajectory/render/to-html.js';
import {
  edge,
  HOSTILE_TEXTS,
  hostileView,
  node,
  sessionView,
  smallView,
} from '../trajectory/render/views.js';
import { BrowserPage } from '../integration/trajectory/browser.js';

describe('the HTML page', () => {
  let page: BrowserPage;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threadline-page-'));
    page = await BrowserPage.open();
  });

  afterAll(async () => {
    await page?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test('pruned and full -> the switch changes what is drawn, the counts say how much', async () => {
    await show(pageOf(smallView()));
    expect(await page.evaluate('document.querySelectorAll(".node").length')).toBe(4);
    expect(await text('.switch')).toMatch(/Pruned\s*4\s*Full\s*5/);
    await page.click('.switch label:last-child');
    expect(await page.evaluate('document.querySelectorAll(".node").length')).toBe(5);
    expect(await page.evaluate('document.querySelectorAll(".edge").length')).toBe(4);
    expect(await text('.node.failed')).toContain('search');
    expect(await text('.node.pointer')).toContain('Three degrees.');
    expect(await page.evaluate('performance.getEntriesByType("resource").length')).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  test('steps of the queues and the answer -> named in their boxes, marked, and in the legend', async () => {
    const query = node('Query', 'q', { attributes: { query: 'Go' } });
    const read = node('State', 'read', {
      attributes: { content: 'I read.', queueStep: 'pre step 1: Read.' },
    });
    const answer = node('State', 'said', {
      attributes: { content: 'Fly.', queueStep: 'main', answersQuestion: true },
    });
    await show(
      pageOf({
        nodes: [query, read, answer],
        edges: [edge(query, read, 'triggers'), edge(read, answer, 'triggers')],
        pointers: [answer.id],
        root: query.id,
      }),
    );
    const kinds = '[...document.querySelectorAll(".node .kind i")].map(({ innerText }) => innerText)';
    expect(await page.evaluate(kinds)).toEqual(['q', 'pre step 1: Read.', 'main']);
    const badges = `[...document.querySelectorAll('.node')].map((one) =>
      getComputedStyle(one.querySelector('.kind b'), '::after').content)`;
    expect(await page.evaluate(badges)).toEqual(['none', 'none', '"answer"']);
    expect(await text('.legend')).toContain('answer');
    await show(pageOf(smallView()));
    expect(await text('.legend')).not.toContain('answer');
  });

  test('a search -> the count, Enter continues, Shift+Enter back, round and round', async () => {
    await show(pageOf(smallView()));
    await page.press('/');
    await page.type('WEATHER');
    expect(await hits()).toEqual(['2 found', null]);
    await page.press('Enter');
    expect(await hits()).toEqual(['1 of 2', 'Action(action00000)']);
    await page.press('Enter');
    expect(await hits()).toEqual(['2 of 2', 'Tool(tool00000)']);
    await page.press('Enter');
    expect(await hits()).toEqual(['1 of 2', 'Action(action00000)']);
    await page.press('Enter', { shift: true });
    expect(await hits()).toEqual(['2 of 2', 'Tool(tool00000)']);
  });

  test('a search for what only the full view has -> reports it', async () => {
    await show(pageOf(smallView()));
    await page.press('/');
    await page.type('action00001');
    expect((await hits())[0]).toBe('0, 1 in full view');
  });

  test('a click on a node -> its details, its changes and the way to its neighbours; Escape closes', async () => {
    await show(pageOf(changedView()));
    await page.click('[data-node="Action(action00000)"]');
    const details = await text('.details');
    for (const part of [
      'weather',
      '18',
      'Comes from',
      'Query',
      'Leads to',
      'anna',
      '2026-11-22 10:00:00.000 UTC',
    ]) {
      expect(details).toContain(part);
    }
    expect(
      await page.evaluate(
        '[...document.querySelectorAll(".change")].map(({ innerText }) => innerText.split(/\\s+/))',
      ),
    ).toEqual([
      ['Change', '2', 'output', '25', '18'],
      ['Change', '1', 'output', '35', '25', 'success', 'true', 'false'],
    ]);
    await page.click('.details .link');
    expect(await text('.details h4')).toBe('How warm is it in Oslo?');
    await page.press('Escape');
    expect(await page.evaluate('document.querySelectorAll(".details").length')).toBe(0);
  });

  test('keys alone -> reach a node, its neighbour, its details', async () => {
    await show(pageOf(smallView()));
    await page.evaluate('document.querySelector(".node[tabindex=\\"0\\"]").focus()');
    await page.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.dataset.node')).toBe('Action(action00000)');
    await page.press('Enter');
    expect(await text('.details h4')).toBe('weather');
    expect(await page.evaluate('document.querySelectorAll(".node[tabindex=\\"0\\"]").length')).toBe(1);
  });

  test('zoom by keys and buttons -> another scale, down to text of 11 px; fit -> at most as wide as the window, if readable', async () => {
    await show(pageOf(sessionView(60)));
    await page.press('+');
    expect(await text('.zoom output')).toBe('125 %');
    await page.click('[aria-label="Zoom out"]');
    expect(await text('.zoom output')).toBe('100 %');
    await page.press('-');
    expect(await text('.zoom output')).toBe('92 %');
    await page.press('0');
    expect(await text('.zoom output')).toBe('100 %');
    await page.resize(500, 600);
    await page.press('0');
    expect(await text('.zoom output')).toBe('92 %');
  });

  test('1280 and 800 pixels, light and dark -> the page does not scroll to the side', async () => {
    await show(pageOf(sessionView(60)));
    for (const scheme of ['light', 'dark'] as const) {
      await page.prefer(scheme);
      for (const width of [1280, 800]) {
        await page.resize(width, 900);
        await page.press('e');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(900);
      }
    }
    expect(page.complaints).toEqual([]);
  });

  test('several agents -> a chooser between them', async () => {
    const [one, other] = [pageOf(smallView()), pageOf(sessionView(20))].flatMap(({ agents }) => agents);
    await show({ title: 'Two', agents: [one!, { ...other!, subAgent: 'research/1/agent' }] });
    await page.evaluate(
      '{ const chooser = document.querySelector("select"); chooser.value = "1"; chooser.dispatchEvent(new Event("change", { bubbles: true })); }',
    );
    expect(await text('.switch label:last-child b')).toBe('20');
  });

  test('a German browser -> labels and names in German', async () => {
    await using german = await BrowserPage.open({ locale: 'de-DE' });
    await show(pageOf(changedView()), german);
    await german.click('[data-node="Action(action00000)"]');
    const shown = await german.evaluate<string>('document.body.innerText');
    for (const part of ['Gekürzt', 'aktiver Zweig', 'Runde 1', 'Führt zu', 'Ausgabe'])
      expect(shown).toContain(part);
    expect(shown).not.toMatch(/Pruned|Legend|Round|Leads to|Search/);
    expect(await german.evaluate('document.documentElement.lang')).toBe('de');
    expect(german.complaints).toEqual([]);
  });

  test('hostile texts -> text, in boxes, title and details', async () => {
    await show({ ...pageOf(hostileView()), title: HOSTILE_TEXTS[0] ?? '' });
    for (const action of await page.evaluate<string[]>(
      '[...document.querySelectorAll(".node")].map(({ dataset }) => dataset.node)',
    )) {
      await page.evaluate(
        `document.querySelector('.node[data-node=' + JSON.stringify(${JSON.stringify(action)}) + ']')?.click()`,
      );
    }
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.evaluate('document.querySelectorAll("img, .trajectory script").length')).toBe(0);
    expect(await text('h1')).toBe(HOSTILE_TEXTS[0]);
    expect(
      await page.evaluate('[...document.querySelectorAll(".name")].map(({ textContent }) => textContent)'),
    ).toContain(HOSTILE_TEXTS[1]);
    expect(page.complaints).toEqual([]);
  });

  test('a script that something smuggled in -> refused by the policy', async () => {
    await show(pageOf(smallView()));
    await page.evaluate(
      '{ const script = document.createElement("script"); script.textContent = "window.hacked = 1"; document.body.append(script); }',
    );
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(page.complaints.splice(0).join()).toContain('Content Security Policy');
  });

  async function show(input: HtmlInput, browser = page): Promise<void> {
    const file = join(folder, 'page.html');
    await writeFile(file, toHtml(input));
    await browser.resize(1280, 900);
    await browser.goto(pathToFileURL(file).href);
  }

  async function text(selector: string): Promise<string> {
    await page.painted();
    return page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`);
  }

  function hits(): Promise<[string, string | null]> {
    return page.evaluate(
      '[document.querySelector(".search output").value, document.querySelector(".node[aria-pressed=true]")?.dataset.node ?? null]',
    );
  }
});

function pageOf(view: ReturnType<typeof smallView>): HtmlInput {
  return { title: 'Oslo', agents: [{ subAgent: 'agent', view, rounds: [] }] };
}

function changedView(): ReturnType<typeof smallView> {
  const view = smallView();
  const versions = { 1: { output: 35, success: true }, 2: { output: 25 } };
  return {
    ...view,
    nodes: view.nodes.map((node) =>
      node.label === 'action00000'
        ? { ...node, versions, attributes: { ...node.attributes, output: 18, success: false } }
        : node,
    ),
  };
}
