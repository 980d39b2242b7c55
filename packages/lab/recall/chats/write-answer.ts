import type { SeededRandom } from '../../../testing/seeded-random.js';
import type { Topic } from './parse-topic.js';

export interface Matter {
  readonly topic: Topic;
  readonly thing: string;
  readonly other: string;
  readonly verb: string;
  readonly verb2: string;
}

export interface Phrases {
  readonly phrases: ReadonlyMap<string, readonly string[]>;
  readonly random: SeededRandom;
}

interface WriteAnswerInput extends Phrases {
  matter: Matter;
  statement: string | undefined;
  reply: string | undefined;
}

const LEAST_CHARACTERS = 1_300;
const MORE_CHARACTERS = 3_700;
const MAX_LINES = 4;

export function writeAnswer(input: WriteAnswerInput): string {
  const { random, statement, reply } = input;
  const length = LEAST_CHARACTERS + random.below(MORE_CHARACTERS);
  const opening = [phrase(input, 'opening'), ...(statement === undefined ? [] : [restate(input, statement)])];
  const blocks = [opening.join(' ')];
  const place = 1 + random.below(3);
  for (let at = 1; at <= place || blocks.join('\n\n').length < length; at += 1) {
    blocks.push(writeSection(input, at));
    if (at === place && reply !== undefined) blocks.push(reply);
  }
  blocks.push(phrase(input, 'closing'));
  return blocks.join('\n\n');
}

export function phrase({ phrases, random, matter }: Phrases & { matter: Matter }, kind: string): string {
  const { topic, thing, other, verb, verb2 } = matter;
  const words = new Map<string, string>(
    Object.entries({
      thing,
      other,
      verb,
      verb2,
      subject: topic.subject,
      number: String(2 + random.below(40)),
    }),
  );
  for (const [name, of] of [
    ['name', thing],
    ['other_name', other],
  ] as const)
    words.set(name, identifier(of));
  words.set('Name', capital(identifier(thing)));
  const filled = random
    .pick(phrases.get(kind) ?? [])
    .replace(/\{(\w+)\}/g, (all, name: string) => words.get(name) ?? all);
  return kind === 'code' ? filled : capital(filled);
}

function writeSection(input: WriteAnswerInput, number: number): string {
  const { random, matter } = input;
  if (matter.topic.isCode && random.below(3) === 0)
    return `### ${number}. ${phrase(input, 'heading')}\n\n\`\`\`\n${phrase(input, 'code')}\n\`\`\``;
  const lines = Array.from({ length: 2 + random.below(MAX_LINES - 1) }, () => `- ${phrase(input, 'line')}`);
  return `### ${number}. ${phrase(input, 'heading')}\n\n${[...new Set(lines)].join('\n')}`;
}

function restate(input: WriteAnswerInput, statement: string): string {
  const yours = lowered(statement)
    .replace(/\bI am\b/g, 'you are')
    .replace(/\bI\b/g, 'you')
    .replace(/\b[Mm]y\b/g, 'your')
    .replace(/\bme\b/g, 'you')
    .replace(/\bwe\b/gi, 'you')
    .replace(/\bours?\b/gi, 'your');
  return phrase(input, 'restated').replace('{said}', yours);
}

function identifier(thing: string): string {
  return thing
    .replace(/^(the|my|our) /, '')
    .replace(/\W+/g, '_')
    .toLowerCase();
}

function lowered(text: string): string {
  return /^(I|[A-Z][a-z]+ [A-Z])/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
