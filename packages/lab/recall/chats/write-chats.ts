import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../../testing/seeded-random.js';
import { parsePhrases, parseTopic } from './parse-topic.js';
import { writeChat } from './write-chat.js';

const FOLDER = join(import.meta.dirname, '..', 'data');
const CHATS = [
  { messages: 200, topics: 2 },
  { messages: 400, topics: 3 },
  { messages: 800, topics: 4 },
  { messages: 3_000, topics: 4 },
] as const;
const CHANGES = [400, 800, 3_000].map((messages) => ({ messages, topics: 2 }));
const SETS = {
  assistant: { texts: 'chats', phrases: 'chats', seed: 20_250_301, chats: CHATS },
  unseen: { texts: 'unseen', phrases: 'unseen', seed: 77_031_907, chats: CHATS },
  changes: { texts: 'changes', phrases: 'chats', seed: 41_206_533, chats: CHANGES },
} as const;
const PHRASES = 'phrases.txt';

export type WrittenSet = keyof typeof SETS;
export const WRITTEN_SETS = Object.keys(SETS) as WrittenSet[];

export function* writeAssistantChats(set: WrittenSet): Generator<string> {
  const { texts, phrases: wording, seed, chats } = SETS[set];
  const read = (name: string): string => readFileSync(join(FOLDER, texts, name), 'utf8');
  const phrases = parsePhrases(readFileSync(join(FOLDER, wording, PHRASES), 'utf8'));
  const topics = readdirSync(join(FOLDER, texts))
    .filter((name) => name.endsWith('.txt') && name !== PHRASES)
    .sort()
    .map((name) => parseTopic(read(name)));
  for (const [at, { messages, topics: count }] of chats.entries()) {
    const random = seededRandom(seed + at);
    const chosen = random.shuffled(topics).slice(0, count);
    const startMs = Date.UTC(2024, at, 3, 9);
    yield JSON.stringify(writeChat({ topics: chosen, phrases, random, messages, startMs }));
  }
}
