import { splitTopics, topicLabel } from './topics.js';

const FACTS_LABEL = topicLabel('Facts');
const FACTS_LINE = /^[\s*#>-]{0,12}\[Topic:\s{0,8}Facts\s{0,8}\]\**:?/i;

/** A summary parted into its topics and the entries of its facts. */
export interface SummaryParts {
  topics: string[];
  entries: string[];
}

/** Parts a summary; several sections of facts become one list of entries, each once. */
export function partSummary(text: string): SummaryParts {
  const topics: string[] = [];
  const entries = new Set<string>();
  for (const topic of splitTopics(text)) {
    if (!FACTS_LINE.test(topic)) topics.push(topic);
    else for (const entry of topic.replace(FACTS_LINE, '').split(/;|\n/)) add(entry);
  }
  return { topics, entries: [...entries] };

  function add(entry: string): void {
    const clean = entry.replace(/^[\s*•-]{1,12}/, '').trim();
    if (clean !== '') entries.add(clean);
  }
}

/** Joins the parts of a summary: topics, then one line of facts, when there are any. */
export function joinSummary({ topics, entries }: SummaryParts): string {
  const facts = entries.length === 0 ? [] : [`${FACTS_LABEL} ${entries.join('; ')}`];
  return [...topics, ...facts].join('\n');
}
