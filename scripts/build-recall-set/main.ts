import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeConversation, type RecallConversation } from './make-conversation.js';
import { parseArcs, parseRemarks, parseSmallTalk } from './parse-arcs.js';
import { seededRandom } from '../../cli/recall/chats/seeded-random.js';

/** Writes the evaluation set of `threadline recall`: the same texts at every run. */
const OUTPUT = join(dirname(dirname(import.meta.dirname)), 'data', 'recall');
/** Seeded apart, so that one more conversation changes none of the others. */
const SEED = 20_240_501;

/** Pairs of speakers; constants are tuned on the `first` half, and looked at on the `second`, which has other stories. */
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

const smallTalk = parseSmallTalk(read('small-talk.txt'));
const remarks = parseRemarks(read('remarks.txt'));
mkdirSync(OUTPUT, { recursive: true });
let made = 0;
for (const [half, kinds] of Object.entries(HALVES)) {
  const lines: RecallConversation[] = [];
  for (const [kind, pairs] of Object.entries(kinds))
    for (const pair of pairs) lines.push(make(`${kind}-${half}`, pair.split(' ') as [string, string]));
  writeFileSync(join(OUTPUT, `${half}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function make(kind: string, names: readonly [string, string]): RecallConversation {
  const isMonths = kind.startsWith('months');
  made += 1;
  return makeConversation({
    file: parseArcs(read(`${kind}.txt`)),
    smallTalk: smallTalk.get(kind) ?? [],
    remarks: { frames: remarks.frames.get(isMonths ? 'months' : 'weeks') ?? [], slots: remarks.slots },
    remarksBetween: isMonths ? 4 : 3,
    names,
    random: seededRandom(SEED + made),
    sessions: isMonths ? 24 : 40,
    // Months: every four to sixteen days. Weeks: once or twice a day.
    pause: isMonths ? [96, 288] : [8, 10],
    secondsBetween: isMonths ? 180 : 40,
    startMs: Date.UTC(2024, made % 12, 1 + made, 9),
  });
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}
