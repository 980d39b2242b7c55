/** Models decorate labels as list items, headings or bold text. */
const TOPIC_LINE = /^[\s*#>-]{0,12}\[Topic:/i;

/** Splits a summary into its topics in order, each with all its lines; lines before the first label are a topic of their own. */
export function splitTopics(text: string): string[] {
  const topics: string[][] = [];
  for (const line of text.split('\n')) {
    const current = topics.at(-1);
    if (current === undefined || TOPIC_LINE.test(line)) topics.push([line]);
    else current.push(line);
  }
  return topics.map((lines) => lines.join('\n').trim()).filter((topic) => topic !== '');
}

/** Writes the beginning of a topic's line. */
export function topicLabel(name: string): string {
  return `[Topic: ${name}]`;
}
