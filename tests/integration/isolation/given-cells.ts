import type { Threadline } from '../../../client/connect.js';

type Act = () => Promise<unknown>;

/** Gives Ada an idempotency key and an item, and returns Bob's calls for the same: his own, and those that name her. */
export async function givenCells({
  ada,
  bob,
  user,
  id,
}: {
  ada: Threadline;
  bob: Threadline;
  user: string;
  id: string;
}): Promise<{ own: Act[]; hers: Act[] }> {
  const { given } = bob;
  await ada.claimKey(id, { hash: 'of ada' });
  await ada.given.addItems(id, [{ id: 'one', item: { role: 'user', content: 'of ada' } }]);
  return {
    own: [() => bob.claimKey(id, { hash: 'of bob' }), () => given.items(id)],
    hers: [
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
