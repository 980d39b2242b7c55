import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from './seeded-random.js';
import { parsePhrases, parseTopic } from './parse-topic.js';
import { writeChat } from './write-chat.js';

/** The chats of a set: so many messages each, of so many topics. */
const CHATS = [
  { messages: 200, topics: 2 },
  { messages: 400, topics: 3 },
  { messages: 800, topics: 4 },
  { messages: 3_000, topics: 4 },
] as const;
/** Chats that all hold the same statements. */
const CHANGES = [400, 800, 3_000].map((messages) => ({ messages, topics: 2 }));
/** Where the texts of each set are, and from what it is drawn: apart, so that one more chat changes none of the others. */
const SETS = {
  assistant: { texts: 'chats', phrases: 'chats', seed: 20_250_301, chats: CHATS },
  unseen: { texts: 'unseen', phrases: 'unseen', seed: 77_031_907, chats: CHATS },
  changes: { texts: 'changes', phrases: 'chats', seed: 41_206_533, chats: CHANGES },
} as const;
const PHRASES = 'phrases.txt';

/** The sets that are written when they are needed, because they would be 9 MB each as files. */
export type WrittenSet = keyof typeof SETS;

/**
 * Writes a set of chats with an assistant, a line of JSON for each, from the texts of a folder: the same ones at every
 * run.
 */
export function* writeAssistantChats(folder: string, set: WrittenSet): Generator<string> {
  const { texts, phrases: wording, seed, chats } = SETS[set];
  const read = (name: string): string => readFileSync(join(folder, texts, name), 'utf8');
  const phrases = parsePhrases(readFileSync(join(folder, wording, PHRASES), 'utf8'));
  const topics = readdirSync(join(folder, texts))
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
