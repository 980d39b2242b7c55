import { text, type ModelRequest, type Reply } from '../../../packages/testing/model-server/index.js';
import { requestText } from '../context/fixtures/requests.js';

const KEPT_OF_NEW = 0.35;
const KEPT_OF_OLD = 0.7;
const TOPICS = ['Everyday life', 'Plans', 'Home', 'Work and travel'];

export function forgetfulSummary(request: ModelRequest, random: () => number): Reply {
  const said = requestText(request);
  const old = between(said, 'existing-summary')
    .split('\n')
    .filter((line) => !line.startsWith('[Topic: Facts]'))
    .map((line) => line.replace(/^\[Topic: [^\]]*\] /, ''))
    .flatMap((line) => line.split(/(?<=\.) /));
  const fresh = between(said, 'transcript')
    .split('\n')
    .filter((line) => line.startsWith('User: '))
    .map((line) => blur(line.slice('User: '.length), random));
  const kept = [
    ...old.filter((line) => line !== '' && random() < KEPT_OF_OLD),
    ...fresh.filter(() => random() < KEPT_OF_NEW),
  ];
  const topics = TOPICS.map((topic) => ({ topic, place: random(), lines: [] as string[] }))
    .sort((one, other) => one.place - other.place)
    .slice(0, 2);
  for (const line of kept) topics[Math.floor(random() * topics.length)]!.lines.push(line);
  const lines = topics.map(
    ({ topic, lines: told }) => `[Topic: ${topic}] ${told.join(' ') || 'Small talk.'}`,
  );
  return text(lines.join('\n'));
}

function blur(line: string, random: () => number): string {
  const chance = random();
  if (chance < 0.4)
    return line.replaceAll(/\d{2,}/g, (digits) => `about ${digits[0]}${'0'.repeat(digits.length - 1)}`);
  if (chance < 0.7) return line.replaceAll(/(?<=\s)\p{Lu}[\p{L}\d-]+/gu, 'somebody');
  return line;
}

function between(said: string, tag: string): string {
  return new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(said)?.[1] ?? '';
}
