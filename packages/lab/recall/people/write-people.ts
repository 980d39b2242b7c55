import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeConversation, type RecallConversation } from './make-conversation.js';
import { parseArcs, parseRemarks, parseSmallTalk } from './parse-arcs.js';
import { seededRandom } from '../../../testing/seeded-random.js';

const SEED = 20_240_501;

const HALVES = {
  first: {
    months: ['Nora Ivan', 'Tessa Hugo', 'Priya Callum'],
    weeks: ['Lena Milo', 'Yuki Sam', 'Dani Oskar'],
  },
  second: {
    months: ['Ruth Elias', 'Mona Peter', 'Greta Tomas'],
    weeks: ['Iris Noah', 'Cleo Max', 'Anya Finn'],
  },
};

export function* writePeople(): Generator<string> {
  let made = 0;
  for (const [half, kinds] of Object.entries(HALVES))
    for (const [kind, pairs] of Object.entries(kinds))
      for (const pair of pairs) {
        made += 1;
        yield JSON.stringify(make(`${kind}-${half}`, { names: pair.split(' ') as [string, string], made }));
      }
}

function make(
  kind: string,
  { names, made }: { names: readonly [string, string]; made: number },
): RecallConversation {
  const isMonths = kind.startsWith('months');
  const smallTalk = parseSmallTalk(read('small-talk.txt'));
  const remarks = parseRemarks(read('remarks.txt'));
  return makeConversation({
    file: parseArcs(read(`${kind}.txt`)),
    smallTalk: smallTalk.get(kind) ?? [],
    remarks: { frames: remarks.frames.get(isMonths ? 'months' : 'weeks') ?? [], slots: remarks.slots },
    remarksBetween: isMonths ? 4 : 3,
    names,
    random: seededRandom(SEED + made),
    sessions: isMonths ? 24 : 40,
    pause: isMonths ? [96, 288] : [8, 10],
    secondsBetween: isMonths ? 180 : 40,
    startMs: Date.UTC(2024, made % 12, 1 + made, 9),
  });
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}
