import type { Arc, ArcFile } from './parse-arcs.js';
import type { SeededRandom } from '../../../testing/seeded-random.js';

export interface RecallConversation {
  readonly messages: readonly RecallMessage[];
  readonly questions: readonly { readonly question: string; readonly evidence: readonly string[] }[];
}

interface RecallMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly name: string;
  readonly text: string;
  readonly time: string;
}

interface MakeConversationInput {
  file: ArcFile;
  smallTalk: readonly (readonly string[])[];
  remarks: { readonly frames: readonly string[]; readonly slots: ReadonlyMap<string, readonly string[]> };
  remarksBetween: number;
  names: readonly [string, string];
  random: SeededRandom;
  sessions: number;
  pause: readonly [number, number];
  secondsBetween: number;
  startMs: number;
}

interface Story {
  readonly arc: Arc;
  readonly teller: 0 | 1;
  readonly words: ReadonlyMap<string, string>;
  readonly sessions: readonly number[];
}

interface Draft {
  readonly speaker: 0 | 1;
  readonly text: string;
  readonly key?: string;
}

const TOLD_BY_BOTH = 6;
const HOUR_MS = 3_600_000;

export function makeConversation(input: MakeConversationInput): RecallConversation {
  const { names, random, sessions: count } = input;
  const stories = writeStories(input);
  const sessions: Draft[][] = Array.from({ length: count }, () => []);
  for (const [session, lines] of sessions.entries()) {
    const parts = stories.flatMap((story, index) =>
      story.sessions.flatMap((at, part) => (at === session ? [{ story, index, part }] : [])),
    );
    lines.push(...chatter(input, 2));
    for (const { story, index, part } of random.shuffled(parts))
      lines.push(
        ...draftLines(story, { index, part, names }),
        ...chatter(input, random.below(2 * input.remarksBetween)),
      );
  }
  const { messages, ids } = toMessages(sessions, input);
  const questions = stories.flatMap(({ arc, teller, words }, index) =>
    arc.questions.map(({ text, evidence }) => ({
      question: fill(text, { words, teller, names }),
      evidence: evidence.flatMap((line) => ids.get(`${index}/${line}`) ?? []),
    })),
  );
  return { messages, questions };
}

function writeStories({ file, random, sessions }: MakeConversationInput): Story[] {
  return random.shuffled(file.arcs).flatMap((arc) => {
    const first = random.below(2) === 0 ? 0 : 1;
    const tellers: (0 | 1)[] = random.below(10) < TOLD_BY_BOTH ? [first, first === 0 ? 1 : 0] : [first];
    const orders = new Map([...file.slots].map(([slot, values]) => [slot, random.shuffled(values)]));
    return tellers.map((teller, turn) => ({
      arc,
      teller,
      words: new Map([...orders].map(([slot, values]) => [slot, values[turn % values.length] ?? slot])),
      sessions: spread(arc.parts.length, { random, sessions }),
    }));
  });
}

function spread(parts: number, { random, sessions }: { random: SeededRandom; sessions: number }): number[] {
  const reach = Math.max(1, Math.floor(sessions / 4 / parts));
  let at = random.below(Math.max(1, sessions - parts * reach));
  return Array.from({ length: parts }, (_, part) => {
    if (part > 0) at += 1 + random.below(reach);
    return Math.min(at, sessions - 1);
  });
}

function draftLines(
  { arc, teller, words }: Story,
  { index, part, names }: { index: number; part: number; names: readonly [string, string] },
): Draft[] {
  const before = arc.parts.slice(0, part).reduce((sum, lines) => sum + lines.length, 0);
  return (arc.parts[part] ?? []).map(({ speaker, text }, line) => ({
    speaker: (speaker === 'a') === (teller === 0) ? 0 : 1,
    text: fill(text, { words, teller, names }),
    key: `${index}/${before + line + 1}`,
  }));
}

function chatter(input: MakeConversationInput, exchanges: number): Draft[] {
  const { smallTalk, remarks, random, file } = input;
  const draw = (slots: ReadonlyMap<string, readonly string[]>): Map<string, string> =>
    new Map([...slots].map(([slot, values]) => [slot, random.pick(values)]));
  return Array.from({ length: exchanges }, () => {
    const first = random.below(2);
    const isRemark = random.below(1 + input.remarksBetween) > 0;
    const texts = isRemark
      ? [
          fill(random.pick(remarks.frames), { words: draw(remarks.slots) }),
          ...random.pick(smallTalk).slice(1),
        ]
      : random.pick(smallTalk);
    return texts.map((text, line): Draft => ({
      speaker: (first + line) % 2 === 0 ? 0 : 1,
      text: fill(text, { words: draw(file.slots) }),
    }));
  }).flat();
}

interface Filling {
  readonly words: ReadonlyMap<string, string>;
  readonly teller?: 0 | 1;
  readonly names?: readonly [string, string];
}

function fill(text: string, { words, teller = 0, names = ['', ''] }: Filling): string {
  return text.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'A') return names[teller];
    if (slot === 'B') return names[teller === 0 ? 1 : 0];
    const word = words.get(slot);
    if (word === undefined) throw new Error(`No words for the slot '${slot}'`);
    return word;
  });
}

function toMessages(
  sessions: readonly (readonly Draft[])[],
  { random, names, startMs, pause, secondsBetween }: MakeConversationInput,
): { messages: RecallMessage[]; ids: Map<string, string> } {
  const messages: RecallMessage[] = [];
  const ids = new Map<string, string>();
  let atMs = startMs;
  for (const [session, lines] of sessions.entries()) {
    for (const [line, { speaker, text, key }] of lines.entries()) {
      const id = `${session + 1}:${line + 1}`;
      if (key !== undefined) ids.set(key, id);
      const role = speaker === 0 ? 'user' : 'assistant';
      const time = new Date(atMs).toISOString().replace('.000', '');
      messages.push({ id, role, name: names[speaker], text, time });
      atMs += (1 + random.below(secondsBetween)) * 1000;
    }
    atMs += (pause[0] + random.below(pause[1])) * HOUR_MS;
  }
  return { messages, ids };
}
