import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findAmbiguousId,
  findNeedlessRejections,
  NAMES,
  SCENARIOS,
  startWorlds,
  type Worlds,
} from './fixtures/worlds.js';

let worlds: Worlds;
beforeAll(async () => {
  worlds = await startWorlds();
});
afterAll(() => worlds?.stop());

describe('an endpoint that is configured by its address alone', () => {
  test.concurrent.each(NAMES)(
    '%s -> a chat with tools is answered, and what a rejection shows is remembered',
    async (name) => {
      const world = worlds.find(name);
      expect(await SCENARIOS['tools']!(world)).toBeUndefined();
      expect(findNeedlessRejections(world)).toBeUndefined();
      expect(findAmbiguousId(world)).toBeUndefined();
    },
  );
});
