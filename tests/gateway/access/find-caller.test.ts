import { describe, expect, test } from 'vitest';
import { findCaller } from '../../../packages/gateway/access/find-caller.js';

describe('findCaller', () => {
  test.each(['a\0b', 'a\ud800', ''])(
    'a user name that Postgres cannot store, %j -> unauthorized',
    async (user) => {
      const client = {} as Parameters<typeof findCaller>[0]['client'];
      const found = findCaller(
        { client, authenticate: () => ({ user }), origins: [] },
        new Request('http://g/'),
      );
      await expect(found).rejects.toMatchObject({ type: 'Gateway.Unauthorized' });
    },
  );
});
