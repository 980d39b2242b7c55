import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { learnFacts } from '../../../models/facts/learned-facts.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { forgetFacts } from '../../../models/reported-facts.js';
import { loadModelFacts, storeModelFacts } from '../../../store/models/learned-model-facts.js';
import { shareLearnedFacts } from '../../../worker/share-learned-facts.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('storeModelFacts', () => {
  test('the same fact again -> the newest value, once', async () => {
    await storeModelFacts(store.db, [
      { model: 'local:x', fact: 'tools', value: true },
      { model: 'local:x', fact: 'window', value: 8192 },
    ]);
    await storeModelFacts(store.db, [{ model: 'local:x', fact: 'tools', value: false }]);
    expect(await loadModelFacts(store.db)).toEqual([
      { model: 'local:x', fact: 'tools', value: false },
      { model: 'local:x', fact: 'window', value: 8192 },
    ]);
  });
});

describe('loadModelFacts', () => {
  test('facts that nothing confirmed for a week -> forgotten, and learned again', async () => {
    const [tools, ratios] = [
      { model: 'local:old', fact: 'tools', value: false },
      { model: 'local:old', fact: 'tokenRatios', value: [1.5] },
    ];
    await storeModelFacts(store.db, [tools, ratios]);
    await sql`update learned_model_fact set updated_at = now() - interval '8 days' where model = 'local:old'`.execute(
      store.db,
    );
    expect((await loadModelFacts(store.db)).filter(({ model }) => model === 'local:old')).toEqual([]);
    await storeModelFacts(store.db, [{ ...ratios, value: [1.1] }]);
    expect((await loadModelFacts(store.db)).filter(({ model }) => model === 'local:old')).toEqual([
      { ...ratios, value: [1.1] },
    ]);
  });
});

describe('storeModelFacts of a list', () => {
  test('150 ratios by two workers -> appended, the newest 100 are kept', async () => {
    const ratios = Array.from({ length: 150 }, (_, at) => 1 + at / 1_000);
    const ratio = { model: 'local:list', fact: 'tokenRatios' };
    await storeModelFacts(store.db, [{ ...ratio, value: ratios.slice(0, 80) }]);
    await storeModelFacts(store.db, [{ ...ratio, value: ratios.slice(80) }]);
    const stored = (await loadModelFacts(store.db)).filter(({ model }) => model === 'local:list');
    expect(stored).toEqual([{ ...ratio, value: ratios.slice(-100) }]);
  });
});

describe('shareLearnedFacts', () => {
  test('another worker learned a fact before -> it is known at the start', async () => {
    await storeModelFacts(store.db, [{ model: 'local:shared', fact: 'tools', value: false }]);
    const stop = await shareLearnedFacts(store.db, fail);
    expect(lookUpModel('local:shared')).toMatchObject({ takesTools: false, sources: { tools: 'learned' } });
    await stop();
  });

  test('this worker learns a fact -> it is stored in the background, and still known after a refresh', async () => {
    const stop = await shareLearnedFacts(store.db, fail);
    learnFacts('local:own', { images: false });
    await vi.waitFor(async () => expect(await loadModelFacts(store.db)).toContainEqual(OWN));
    expect(lookUpModel('local:own').takesPictures).toBe(false);
    await stop();
  });

  test('a fact learned right before the stop -> it is stored', async () => {
    const stop = await shareLearnedFacts(store.db, fail);
    learnFacts('local:late', { tools: false });
    await stop();
    forgetFacts('learned');
    expect(await loadModelFacts(store.db)).toContainEqual({ ...OWN, model: 'local:late', fact: 'tools' });
  });
});

const OWN = { model: 'local:own', fact: 'images', value: false };

function fail(level: string, message: string): void {
  throw new Error(`${level} ${message}`);
}
