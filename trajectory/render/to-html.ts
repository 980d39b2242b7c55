import type { TrajectoryView } from '../graph/trajectory-view.js';
import { pageTemplate } from './page-template.js';
import type { RoundSummary } from './round-summary.js';
import { toWords } from './to-words.js';
import { showUnseen, unseenCharacters } from '../../protocol/unseen-characters.js';

const UNSEEN = unseenCharacters();

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export interface ShownAgent {
  subAgent: string;
  view: TrajectoryView;
  rounds: readonly RoundSummary[];
}

export interface HtmlInput {
  title: string;
  /** With several agents, the page has a chooser. */
  agents: readonly ShownAgent[];
}

/** Contains all attributes, so the page is as private as they are. */
export function toHtml({ title, agents }: HtmlInput): string {
  return pageTemplate()
    .replace('<!--title-->', () => escapeHtml(toWords(title)))
    .replace('<!--data-->', () => toScriptJson(agents.map(withoutMessages)));
}

function withoutMessages({ subAgent, view, rounds }: ShownAgent): ShownAgent {
  return {
    subAgent,
    view,
    rounds: rounds.map(({ round, question, usage, cacheHitPercent, elapsedSeconds }) => ({
      round,
      question,
      usage,
      cacheHitPercent,
      elapsedSeconds,
    })),
  };
}

export function escapeHtml(text: string): string {
  return showUnseen(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Can neither close a `script` element nor open a comment in it. */
export function toScriptJson(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  // Escaped twice, because the page must read an escape.
  return json.replace(UNSEEN, (unseen) => showUnseen(unseen).replaceAll('\\', '\\\\'));
}
