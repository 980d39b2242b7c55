/** Models may add list, heading or bold marks. */
const TOPIC_LINE = /^[\s*#>-]{0,12}\[Topic:/i;

export function splitTopics(text: string): string[] {
  const topics: string[][] = [];
  for (const line of text.split('\n')) {
    const current = topics.at(-1);
    if (!current || TOPIC_LINE.test(line)) topics.push([line]);
    else current.push(line);
  }
  return topics.map((lines) => lines.join('\n').trim()).filter((topic) => topic !== '');
}

export function putUnderTopic(text: string, name: string): string {
  return text.split('\n').some((line) => TOPIC_LINE.test(line)) ? text : `${topicLabel(name)} ${text.trim()}`;
}

export function topicLabel(name: string): string {
  return `[Topic: ${name}]`;
}
