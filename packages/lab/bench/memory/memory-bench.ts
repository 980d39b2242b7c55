import { openDatabase, type Database } from '../../../../store/database.js';
import { createTestDatabase } from '../../../testing/test-environment.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { measureMemory, type MemoryShares } from './measure-memory.js';
import { writeScript } from './memory-script.js';

const TURNS = 400;
const SEED = 7;
const SETTINGS = [
  { summaries: true, retrieval: true },
  { summaries: true, retrieval: false },
  { summaries: false, retrieval: true },
  { summaries: false, retrieval: false },
] as const;

export const memoryBench: Bench = {
  name: 'memory',
  summary:
    'what of 60 facts and 40 standing requests a chat of 400 turns still knows, with and without its memory',
  async run(input) {
    const database = await createTestDatabase(input.environment);
    const db = openDatabase({ url: database.url, maxConnections: 4 });
    try {
      return await measureAll(db, input);
    } finally {
      await db.destroy();
      await database.drop();
    }
  },
};

async function measureAll(db: Database, { turns = TURNS, onProgress }: BenchInput): Promise<BenchReport> {
  const script = writeScript(turns, SEED);
  const shares: MemoryShares[] = [];
  for (const settings of SETTINGS) {
    const name = `summaries ${onOff(settings.summaries)}, retrieval ${onOff(settings.retrieval)}`;
    onProgress(`memory: ${name}`);
    shares.push(await measureMemory(db, { script, settings, name }));
  }
  return {
    tables: [
      {
        title: `In the context of a question after ${turns} turns, share of 1`,
        columns: [
          '',
          'facts',
          'changed: both',
          'newest last',
          'requests that hold',
          'ended ones',
          'answered',
        ],
        rows: shares.map(({ name, ...one }) => [
          name,
          one.facts,
          one.both,
          one.newestLast ?? '-',
          one.held,
          one.ended,
          one.answered,
        ]),
      },
      {
        title: 'In the summary alone, of at most 800 tokens',
        columns: ['', 'tokens', 'facts', 'changed: both'],
        rows: shares.flatMap(({ name, summary }) =>
          summary ? [[name, summary.tokens, summary.facts, summary.both]] : [],
        ),
      },
    ],
    targets: shares.slice(0, 1).flatMap(({ facts, held }) => [
      { name: 'Facts in the context, share', value: facts, atLeast: 0.9 },
      { name: 'Standing requests in the context, share', value: held, atLeast: 1 },
    ]),
  };
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
