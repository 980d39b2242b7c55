import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonalityName } from '../../../packages/testing/model-server/index.js';
import {
  findAmbiguousId,
  findNeedlessRejections,
  SCENARIOS,
  startWorlds,
  type Worlds,
} from './fixtures/worlds.js';

const SAMPLE = [
  ['claude-1.55', 'full window'],
  ['error-with-200', 'full window'],
  ['qwen-vllm', 'tools'],
  ['gemma', 'tools'],
  ['repeated-ids', 'tools'],
] as const satisfies readonly (readonly [PersonalityName, string])[];

let worlds: Worlds;
beforeAll(async () => {
  worlds = await startWorlds(SAMPLE.map(([name]) => name));
});
afterAll(() => worlds?.stop());

describe('an endpoint that is configured by its address alone', () => {
  test.concurrent.each(SAMPLE)(
    '%s, %s -> every question is answered, and layouts shown by a rejection are remembered',
    async (name, scenario) => {
      const world = worlds.find(name);
      expect(await SCENARIOS[scenario]!(world)).toBeUndefined();
      expect(findNeedlessRejections(world)).toBeUndefined();
      expect(findAmbiguousId(world)).toBeUndefined();
    },
  );
});
