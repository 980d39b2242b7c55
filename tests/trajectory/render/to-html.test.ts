import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AgentTrajectory } from '../../../views/trajectory.js';
import { toHtml, type ShownAgent } from '../../../trajectory/render/to-html.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import { HOSTILE_TEXTS, hostileView, sessionView, smallView } from './views.js';

const DATA = /<script type="application\/json" id="data">([^]*?)<\/script>\n/;
const SCRIPT = /<script type="module">([^]*)<\/script>/;

describe('toHtml', () => {
  test('agents -> their graphs and figures, without the messages', () => {
    const view = { ...sessionView(120), ends: [], rounds: [1] };
    const figures = {
      round: 1,
      question: 'Who was late?',
      usage: { input: 12_000, cachedInput: 10_000, output: 345 },
      cacheHitPercent: 83.3,
      elapsedSeconds: 12,
    };
    const messages = [{ role: 'user', text: 'Who was late?' }] as const;
    const agents: AgentTrajectory[] = [{ subAgent: 'agent', view, rounds: [{ ...figures, messages }] }];
    expect(dataOf(toHtml({ title: 't', agents }))).toEqual([{ subAgent: 'agent', view, rounds: [figures] }]);
  });

  test("hostile texts -> only the page's own scripts run, texts are unchanged, invisible characters are escaped", () => {
    const html = htmlOf(hostileView(), HOSTILE_TEXTS[0]);
    const own = html.replace(SCRIPT, '<script type="module"></script>');
    expect(own.match(/<script/g)).toHaveLength(2);
    expect(own.match(/<\/script/g)).toHaveLength(2);
    expect(own).not.toContain('<img');
    expect(own).not.toContain('<!--');
    const [, ...actions] = dataOf(html)[0]!.view.nodes;
    const shown = HOSTILE_TEXTS.map((text) =>
      text.replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u200b\u200e\u200f\ufeff]/g, showUnseen),
    );
    expect(actions.map(({ attributes }) => attributes.output)).toEqual(shown);
  });

  test("the policy -> lets in the page's one script and one style, nothing else", () => {
    const html = htmlOf(smallView());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const script = SCRIPT.exec(html)?.[1] ?? '';
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src '${hash(script)}'`,
      `style-src '${hash(style)}'`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ]);
    expect(html.replace(SCRIPT, '')).not.toMatch(/(?:src|href)=|url\((?!.?#)|https?:/);
  });

  test('no agents -> a page', () => {
    expect(dataOf(toHtml({ title: 't', agents: [] }))).toEqual([]);
  });
});

function htmlOf(view: TrajectoryView, title = 'Oslo'): string {
  return toHtml({ title, agents: [{ subAgent: 'agent', view, rounds: [] }] });
}

function dataOf(html: string): ShownAgent[] {
  return JSON.parse(DATA.exec(html)?.[1] ?? '') as ShownAgent[];
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
