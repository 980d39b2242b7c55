import type { SeededRandom } from '../../../testing/seeded-random.js';
import type { Topic, TopicItem } from './parse-topic.js';
import { phrase, writeAnswer, type Matter, type Phrases } from './write-answer.js';

export interface WrittenChat {
  readonly messages: readonly WrittenMessage[];
  readonly questions: readonly WrittenQuestion[];
}

interface WrittenMessage {
  readonly id: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly time: string;
}

interface WrittenQuestion {
  readonly type: string;
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly number[];
}

interface WriteChatInput extends Phrases {
  topics: readonly Topic[];
  messages: number;
  startMs: number;
}

interface Statement {
  readonly item: TopicItem;
  readonly topic: Topic;
  readonly text: string;
  readonly reply: string | undefined;
}

const STATING = 4;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_SITTING_MESSAGES = 14;

export function writeChat(input: WriteChatInput): WrittenChat {
  const { topics, random, messages: count } = input;
  const turns = Math.floor(count / 2);
  const items = random.shuffled(topics.flatMap((topic) => fillSlots(topic, random)));
  const chosen = takeItems(items, Math.floor((turns * STATING) / 10));
  const statements = placeStatements(chosen, { turns, random });
  const places = new Map<TopicItem, number[]>();
  const messages: WrittenMessage[] = [];
  let atMs = input.startMs;
  let left = 1 + random.below(MAX_SITTING_MESSAGES);
  let topic = random.pick(topics);
  for (let turn = 0; turn < turns; turn += 1) {
    const stated = statements.get(turn);
    if (left === 0) {
      left = 1 + random.below(MAX_SITTING_MESSAGES);
      atMs += (8 + random.below(60)) * HOUR_MS;
      topic = random.pick(topics);
    }
    left -= 1;
    const matter = chooseMatter(stated?.topic ?? topic, random);
    const about = { ...input, matter };
    const asked = writeAsked(about, stated);
    const answer = writeAnswer({
      ...about,
      statement: stated?.reply === undefined ? stated?.text : undefined,
      reply: stated?.reply,
    });
    const add = (role: WrittenMessage['role'], text: string): void => {
      messages.push({ id: messages.length + 1, role, text, time: new Date(atMs).toISOString() });
      atMs += (1 + random.below(4)) * MINUTE_MS;
    };
    add('user', asked);
    add('assistant', answer);
    if (stated) {
      const evidence = stated.reply === undefined ? messages.length - 1 : messages.length;
      places.set(stated.item, [...(places.get(stated.item) ?? []), evidence]);
    }
  }
  const questions = chosen.map(({ item: { type, question, answer }, item }) => ({
    type,
    question,
    answer,
    evidence: places.get(item) ?? [],
  }));
  return { messages, questions };
}

interface ChosenItem {
  readonly item: TopicItem;
  readonly topic: Topic;
}

function fillSlots(topic: Topic, random: SeededRandom): ChosenItem[] {
  const words = new Map([...topic.slots].map(([name, values]) => [name, random.pick(values)]));
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => words.get(name) ?? all);
  return topic.items.map((item) => ({
    topic,
    item: {
      type: item.type,
      says: item.says.map(fill),
      reply: item.reply === undefined ? undefined : fill(item.reply),
      question: fill(item.question),
      answer: fill(item.answer),
    },
  }));
}

function takeItems(items: readonly ChosenItem[], most: number): ChosenItem[] {
  let sum = 0;
  return items.filter(({ item }) => (sum += item.says.length) <= most);
}

function placeStatements(
  chosen: readonly ChosenItem[],
  { turns, random }: { turns: number; random: SeededRandom },
): Map<number, Statement> {
  const free = random.shuffled(Array.from({ length: turns }, (_, turn) => turn));
  const placed = new Map<number, Statement>();
  for (const { item, topic } of chosen) {
    const own = free.splice(0, item.says.length).sort((one, other) => one - other);
    for (const [at, turn] of own.entries()) {
      const isLast = at === own.length - 1;
      placed.set(turn, { item, topic, text: item.says[at] ?? '', reply: isLast ? item.reply : undefined });
    }
  }
  return placed;
}

function chooseMatter(topic: Topic, random: SeededRandom): Matter {
  const [thing = '', other = ''] = random.shuffled(topic.things);
  const [verb = '', verb2 = ''] = random.shuffled(topic.verbs);
  return { topic, thing, other, verb, verb2 };
}

function writeAsked(about: Phrases & { matter: Matter }, stated: Statement | undefined): string {
  const { random } = about;
  const asides = Array.from({ length: 1 + random.below(5) }, () => phrase(about, 'aside'));
  if (stated?.reply !== undefined) return [...asides, stated.text].join(' ');
  const asked = phrase(about, 'ask');
  if (!stated) return [...asides, asked].join(' ');
  return random.below(2) === 0
    ? [stated.text, ...asides, asked].join(' ')
    : [asked, ...asides, stated.text].join(' ');
}
