import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { MAX_FIRST_LOAD_BYTES } from '../../../scripts/build-studio/build-studio.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { StudioSite } from './studio-site.js';

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
}, 120_000);
afterAll(() => system?.stop());

describe('addStudio', () => {
  test('its first load, as browsers ask for it -> compressed, at most 300 KiB', async () => {
    await using site = await StudioSite.open(system);
    const load = async (path: string, encoding: string) => {
      const headers = { 'accept-encoding': encoding };
      const response = await fetch(`${site.url}/studio/${path}`, { headers });
      const { headers: answered } = response;
      const sent = [answered.get('content-encoding'), answered.get('vary')];
      return { sent, bytes: Number(answered.get('content-length')), content: await response.text() };
    };
    const page = await load('', 'identity');
    const names = [...page.content.matchAll(/(?:src|href)="\/studio\/([^"]+)"/g)].map(([, name]) => name!);
    let total = 0;
    for (const path of ['', ...names]) {
      const [plain, zipped] = [await load(path, 'identity'), await load(path, 'gzip, deflate, br')];
      expect([plain.sent, zipped.sent]).toEqual([
        [null, 'Accept-Encoding'],
        ['gzip', 'Accept-Encoding'],
      ]);
      expect(zipped.content === plain.content).toBe(true);
      total += zipped.bytes;
    }
    expect(total).toBeLessThan(MAX_FIRST_LOAD_BYTES);
  });
});
