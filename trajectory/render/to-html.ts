import type { TrajectoryView } from '../graph/trajectory-view.js';
import { escapeHtml, toScriptJson } from './escape.js';
import { pageTemplate } from './page-template.js';
import type { RoundSummary } from './round-summary.js';
import { toWords } from './to-words.js';

export interface ShownAgent {
  subAgent: string;
  view: TrajectoryView;
  rounds: readonly RoundSummary[];
}

export interface HtmlInput {
  title: string;
  /** Several agents get a chooser. */
  agents: readonly ShownAgent[];
}

/** The page has all attributes, so it is as private as they are. */
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
