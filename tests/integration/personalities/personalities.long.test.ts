import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findAmbiguousId,
  findNeedlessRejections,
  formatTable,
  NAMES,
  SCENARIOS,
  startWorlds,
  talkLong,
  type Worlds,
} from './fixtures/worlds.js';

const ALL = { ...SCENARIOS, '60 turns': talkLong };
const results = new Map<string, Map<string, string>>();
let worlds: Worlds;
beforeAll(async () => {
  worlds = await startWorlds();
});
afterAll(async () => {
  console.log(formatTable(results));
  await worlds?.stop();
});

describe('an endpoint that is configured by its address alone', () => {
  test.each(NAMES)('%s -> every scenario is answered', { timeout: 240_000 }, async (name) => {
    const world = worlds.find(name);
    const row = new Map<string, string>();
    results.set(name, row);
    for (const [scenario, play] of Object.entries(ALL)) {
      const before = countRejections();
      const problem = (await play(world)) ?? findNeedlessRejections(world) ?? findAmbiguousId(world);
      const rejections = countRejections() - before;
      row.set(scenario, problem ?? (rejections === 0 ? 'ok' : `ok, ${rejections} rejected`));
    }
    expect([...row.values()].filter((cell) => !cell.startsWith('ok'))).toEqual([]);

    function countRejections(): number {
      return world.server.requests.filter(({ refusal }) => refusal !== undefined).length;
    }
  });
});
