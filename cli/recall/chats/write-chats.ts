import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from './seeded-random.js';
import { parsePhrases, parseTopic } from './parse-topic.js';
import { writeChat } from './write-chat.js';

/** The chats of the set: so many messages each, of so many topics. */
const CHATS = [
  { messages: 200, topics: 2 },
  { messages: 400, topics: 3 },
  { messages: 800, topics: 4 },
  { messages: 3_000, topics: 4 },
] as const;
/** Seeded apart, so that one more chat changes none of the others. */
const SEED = 20_250_301;
const PHRASES = 'phrases.txt';

/**
 * Writes the set of chats with an assistant, a line of JSON for each, from the texts of a folder: the same ones at every
 * run. They are made when they are needed, because they would be 9 MB as files.
 */
export function* writeAssistantChats(folder: string): Generator<string> {
  const texts = join(folder, 'chats');
  const phrases = parsePhrases(readFileSync(join(texts, PHRASES), 'utf8'));
  const topics = readdirSync(texts)
    .filter((name) => name.endsWith('.txt') && name !== PHRASES)
    .sort()
    .map((name) => parseTopic(readFileSync(join(texts, name), 'utf8')));
  for (const [at, { messages, topics: count }] of CHATS.entries()) {
    const random = seededRandom(SEED + at);
    const chosen = random.shuffled(topics).slice(0, count);
    const startMs = Date.UTC(2024, at, 3, 9);
    yield JSON.stringify(writeChat({ topics: chosen, phrases, random, messages, startMs }));
  }
}
