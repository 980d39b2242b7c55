import { createRandom, type Random } from '../context/random.js';
import { madeUpProse } from '../turn/made-up-prose.js';
import { ENDED_REQUESTS, FACT_KINDS, LASTING_REQUESTS, REPLACED_REQUESTS } from './memory-things.js';

export interface ReportedFact {
  question: string;
  oldValue: string | null;
  value: string;
}

export interface MemoryScript {
  turns: readonly string[];
  facts: readonly ReportedFact[];
  held: readonly string[];
  ended: readonly string[];
}

const CHANGED = 20;
const CHATTER_CHARACTERS = 160;

export function writeScript(turns: number, seed: number): MemoryScript {
  const random = createRandom(seed);
  const facts = reportFacts(random);
  const early = [
    ...facts.map(({ statement }) => statement),
    ...LASTING_REQUESTS,
    ...[...REPLACED_REQUESTS, ...ENDED_REQUESTS].map(([first]) => first),
  ];
  const late = [
    ...facts.flatMap(({ change }) => change ?? []),
    ...[...REPLACED_REQUESTS, ...ENDED_REQUESTS].map(([, second]) => second),
  ];
  const middle = Math.floor(turns / 2);
  return {
    turns: [
      ...spread(early, { turns: middle, random }),
      ...spread(late, { turns: turns - middle - 20, random }),
      ...spread([], { turns: 20, random }),
    ],
    facts,
    held: [...LASTING_REQUESTS, ...REPLACED_REQUESTS.map(([, second]) => second)],
    ended: [...REPLACED_REQUESTS, ...ENDED_REQUESTS].map(([first]) => first),
  };
}

type WrittenFact = ReportedFact & { statement: string; change: string | undefined };

function reportFacts(random: Random): WrittenFact[] {
  const taken = new Set<string>();
  return FACT_KINDS.flatMap(({ things, value, says, changes, asks }, kind) =>
    things.map((thing, at): WrittenFact => {
      const draw = (): string => {
        let drawn = value(random);
        while (taken.has(drawn)) drawn = value(random);
        taken.add(drawn);
        return drawn;
      };
      const first = draw();
      const fact = { question: asks(thing), statement: says(thing, first) };
      if ((kind * things.length + at) % 3 !== 0 || taken.size > 60 + CHANGED)
        return { ...fact, value: first, oldValue: null, change: undefined };
      const second = draw();
      return { ...fact, value: second, oldValue: first, change: changes(thing, second) };
    }),
  );
}

function spread(texts: readonly string[], { turns, random }: { turns: number; random: Random }): string[] {
  const places = Array.from({ length: turns }, (_, place) => ({ place, key: random() }))
    .sort((one, other) => one.key - other.key)
    .slice(0, texts.length)
    .map(({ place }) => place);
  const statement = new Map(places.map((place, at) => [place, texts[at] ?? '']));
  return Array.from({ length: turns }, (_, place) => {
    const chatter = madeUpProse(CHATTER_CHARACTERS, Math.floor(random() * 1e9));
    const text = statement.get(place);
    return text === undefined ? chatter : `${text} ${chatter.slice(0, CHATTER_CHARACTERS / 2)}`;
  });
}

const ANSWER_CHARACTERS = 1_600;
const VALUE = /\d|\b[A-Z]/;

export function explainAtLength(message: string, seed: number): string {
  const words = message.split(' ').filter((word) => !VALUE.test(word));
  const again = words.slice(0, 12).join(' ');
  const half = madeUpProse(ANSWER_CHARACTERS / 2, seed);
  return `Let me explain ${again}. ${half} As for ${again}, there is more to say. ${madeUpProse(ANSWER_CHARACTERS / 2, seed + 1)}`;
}
