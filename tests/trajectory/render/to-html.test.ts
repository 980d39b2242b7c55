import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { prune } from '../../../trajectory/graph/prune.js';
import type { PageData } from '../../../trajectory/render/html/page-data.js';
import { toHtml } from '../../../trajectory/render/to-html.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import { HOSTILE_TEXTS, hostileView, node, sessionView, smallView } from './views.js';

const DATA = /<script type="application\/json" id="data">([^]*?)<\/script>\n/;

describe('toHtml', () => {
  test('a session -> every node and edge of both views, in its round', () => {
    const full = sessionView(120);
    const [trajectory] = dataOf(htmlOf(full)).trajectories;
    const ids = trajectory!.full.bands.flatMap(({ boxes }) =>
      boxes.map((box) => trajectory!.nodes[box.node]!.id),
    );
    expect(ids.toSorted()).toEqual(full.nodes.map(({ id }) => id).toSorted());
    expect(
      trajectory!.full.edges.map(({ from, to }) => [trajectory!.nodes[from]!.id, trajectory!.nodes[to]!.id]),
    ).toEqual(full.edges.map(({ from, to }) => [from, to]));
    for (const { round, boxes } of trajectory!.full.bands) {
      for (const box of boxes) expect(trajectory!.nodes[box.node]!.owner.round).toBe(round);
    }
  });

  test('a pruned view -> without the dead end, its nodes written once', () => {
    const [trajectory] = dataOf(htmlOf(smallView())).trajectories;
    expect(trajectory!.nodes).toHaveLength(5);
    expect(trajectory!.full.bands[0]!.boxes).toHaveLength(5);
    expect(trajectory!.pruned.bands[0]!.boxes).toHaveLength(4);
  });

  test('rounds -> the figures in words, the query where no question is given', () => {
    const full = smallView();
    const rounds = [{ round: 1, tokens: 12_345, cacheHit: 83.25, seconds: 12 }];
    const html = toHtml({ title: 't', trajectories: [{ name: 'agent', full, pruned: full, rounds }] });
    expect(dataOf(html).trajectories[0]!.full.bands[0]).toMatchObject({
      question: 'How warm is it in Oslo?',
      stats: '12,345 tokens · 83.3 % from cache · 12.0 s',
    });
  });

  test("hostile texts -> only the page's own scripts run, texts are unchanged, invisible characters are escaped", () => {
    const html = toHtml({
      title: HOSTILE_TEXTS[0]!,
      trajectories: [{ name: 'agent', full: hostileView(), pruned: hostileView() }],
    });
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<!-- ');
    const [, ...actions] = dataOf(html).trajectories[0]!.nodes;
    const shown = HOSTILE_TEXTS.map((text) =>
      text.replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u200b\u200e\u200f\ufeff]/g, showUnseen),
    );
    expect(actions.map(({ attributes }) => attributes.output)).toEqual(shown);
  });

  test("the policy -> lets in the page's one script and one style, nothing else", () => {
    const html = htmlOf(smallView());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const script = /<script type="module">([^]*)<\/script>/.exec(html)?.[1] ?? '';
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src '${hash(script)}'`,
      `style-src '${hash(style)}'`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ]);
    expect(html).not.toMatch(/(?:src|href)=|url\((?!.#)|https?:(?!\/\/www\.w3\.org)/);
  });

  test('an empty trajectory, and none -> a page', () => {
    const empty = { nodes: [], edges: [], pointers: [], root: null };
    expect(dataOf(htmlOf(empty)).trajectories[0]!.full.bands).toEqual([]);
    expect(dataOf(toHtml({ title: 't', trajectories: [] })).trajectories).toEqual([]);
  });

  test('attributes in any order -> in reading order, strangers last', () => {
    const attributes = { zebra: 1, success: true, output: 'o', action: 'a' };
    const full = {
      ...smallView(),
      nodes: [node('Action', 'a', { attributes })],
      edges: [],
      pointers: [],
      root: null,
    };
    expect(Object.keys(dataOf(htmlOf(full)).trajectories[0]!.nodes[0]!.attributes)).toEqual([
      'action',
      'output',
      'success',
      'zebra',
    ]);
  });
});

function htmlOf(full: TrajectoryView): string {
  return toHtml({ title: 'Oslo', trajectories: [{ name: 'agent', full, pruned: prune(full) }] });
}

function dataOf(html: string): PageData {
  return JSON.parse(DATA.exec(html)?.[1] ?? '') as PageData;
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
