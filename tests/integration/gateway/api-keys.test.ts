import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { apiKeys, createGateway } from '../../../packages/gateway/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { createKey, listKeys, revokeKey } from '../../../store/keys/manage-keys.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
});
afterAll(() => system?.stop());

describe('apiKeys', () => {
  test('a key -> its user and flows until revoked, stored as a hash; a missing, unknown or truncated key -> 401', async () => {
    const user = system.newUser();
    const by = { actor: 'operator', via: 'command' } as const;
    const { key, id } = await createKey(system.db, { user, flows: ['other'], admin: false }, by);
    const keyed = createGateway({ client: system.client, authenticate: apiKeys() });
    const get = async (path: string, bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` };
      return (await keyed.fetch(new Request(`http://gateway/api/v1${path}`, { headers }))).status;
    };
    expect(await get('/flows', key)).toBe(200);
    expect(await get('/conversations/assistant/messages', key)).toBe(404);
    const others = await createKey(system.db, { user: system.newUser(), admin: false }, by);
    expect(await get('/conversations/assistant/messages', others.key)).toBe(200);
    const ended = await createKey(system.db, { user, admin: false, days: 0 }, by);
    for (const bearer of [
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      others.key.slice(0, 20),
      ended.key,
      'tl_',
      '',
    ])
      expect(await get('/flows', bearer), bearer).toBe(401);
    const stored = JSON.stringify(await system.db.selectFrom('api_key').selectAll().execute());
    expect(stored).toContain(id);
    expect(stored).not.toContain(key.slice(-20));
    expect(await listKeys(system.db, { user })).toMatchObject([
      { revokedAt: null },
      { id, usedAt: expect.any(Date) },
    ]);
    await revokeKey(system.db, id, by);
    expect(await get('/flows', key)).toBe(401);
  });
});
