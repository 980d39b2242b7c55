import { expect } from 'vitest';
import type { Threadline } from '../../../client/connect.js';
import { createKey } from '../../../store/keys/manage-keys.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';

type Act = () => unknown;

export async function clientCells(
  { db }: Pick<TestSystem, 'db'>,
  { ada, bob, user, id }: { ada: Threadline; bob: Threadline; user: string; id: string },
): Promise<{ own: Act[]; hers: Act[] }> {
  const { given } = bob;
  const { key } = await createKey(db, { user, admin: false }, { actor: user, via: 'command' });
  await ada.claimKey(id, { hash: 'of ada' });
  await ada.given.addItems(id, [{ id: 'one', item: { role: 'user', content: 'of ada' } }]);
  return {
    own: [
      () => bob.conversations(),
      () => bob.health(),
      () => bob.approvals.list(),
      () => bob.approvals.list({ user }),
      async () => {
        expect(await bob.findKey(key)).toBeNull();
      },
      () => bob.claimKey(id, { hash: 'of bob' }),
      () => given.items(id),
    ],
    hers: [
      () => bob.conversations({ user }),
      () => bob.health({ user }),
      () => bob.forUser(user),
      () => bob.actingAs(user).conversations({ user }),
      () => bob.claimKey(id, { hash: 'of bob', user }),
      () => given.addItems(id, [], { user }),
      () => given.addMessages({ flow: 'assistant', channel: '', id, messages: [] }, { user }),
      () => given.items(id, { user }),
      () => given.deleteItems(id, { user }),
      () => given.putMetadata({ channel: id }, {}, { user }),
      () => given.metadata({ channel: id }, { user }),
      () => given.deleteMetadata({ channel: id }, { user }),
    ],
  };
}
