import { expect } from 'vitest';
import type { Threadline } from '../../../client/threadline.js';
import { createKey } from '../../../store/keys/manage-keys.js';
import { writeMemory } from '../../../store/users/memories.js';
import { SECRET } from './things-of-ada.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';

type Act = () => unknown;

export async function clientCells(
  { db }: Pick<TestSystem, 'db'>,
  { ada, bob, user, name, id }: { ada: Threadline; bob: Threadline; user: string; name: string; id: string },
): Promise<{ own: Act[]; hers: Act[] }> {
  const { openai } = bob;
  const { key } = await createKey(db, { user, admin: false }, { actor: user, via: 'command' });
  const chat = ada.conversation({ flow: 'assistant', user });
  const { token, id: link } = await chat.share();
  await writeMemory(db, { user, kind: 'fact', key: id, value: SECRET });
  await ada.claimKey(id, { hash: 'of ada' });
  await ada.openai.addItems(id, [{ id: 'one', item: { role: 'user', content: 'of ada' } }]);
  return {
    own: [
      () => bob.conversations(),
      () => bob.health(),
      () => bob.approvals.list(),
      () => bob.approvals.list({ user }),
      async () => {
        expect(await bob.findKey(key)).toBeNull();
      },
      async () => {
        expect(await bob.shared(token)).toBeNull();
      },
      async () => {
        await bob.conversation({ flow: 'assistant', user: name }).revokeLink(link);
        expect(await chat.sharedLinks()).toHaveLength(1);
      },
      async () => {
        expect((await bob.memories.list()).memories).toEqual([]);
      },
      () => bob.claimKey(id, { hash: 'of bob' }),
      () => openai.items(id),
    ],
    hers: [
      () => bob.conversations({ user }),
      () => bob.health({ user }),
      () => bob.forUser(user),
      () => bob.actingAs(user).conversations({ user }),
      () => bob.memories.list({ user }),
      () => bob.memories.delete({ kind: 'fact', key: id }),
      () => bob.memories.delete({ kind: 'fact', key: id }, { user }),
      () => bob.claimKey(id, { hash: 'of bob', user }),
      () => openai.addItems(id, [], { user }),
      () => openai.addMessages({ flow: 'assistant', channel: '', id, messages: [] }, { user }),
      () => openai.items(id, { user }),
      () => openai.deleteItems(id, { user }),
      () => openai.putMetadata({ channel: id }, {}, { user }),
      () => openai.metadata({ channel: id }, { user }),
      () => openai.deleteMetadata({ channel: id }, { user }),
    ],
  };
}
