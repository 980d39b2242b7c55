import {
  addGivenItems,
  deleteGivenItems,
  listGivenItems,
  type GivenItem,
} from '../../store/conversation/given-items.js';
import {
  deleteMetadata,
  findMetadata,
  putMetadata,
  type Metadata,
  type MetadataSubject,
} from '../../store/conversation/given-metadata.js';
import { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';

interface Owner {
  /** Default: the client's user. */
  user?: string;
}

/** Items and metadata that clients of OpenAI's protocol give to conversations and responses of a user. All methods are idempotent. */
export interface GivenThings {
  /** Adds items to a conversation that has not begun. */
  addItems(channel: string, items: readonly GivenItem[], owner?: Owner): Promise<void>;
  /** Lists the items of a conversation that has not begun, oldest first. */
  items(channel: string, owner?: Owner): Promise<GivenItem[]>;
  /** Deletes the item with this `id`, by default all items. */
  deleteItems(channel: string, options?: Owner & { id?: string }): Promise<void>;
  /** Stores metadata in place of what the subject had. */
  putMetadata(subject: MetadataSubject, metadata: Metadata, owner?: Owner): Promise<void>;
  /** Finds metadata; empty if the subject was given none. */
  metadata(subject: MetadataSubject, owner?: Owner): Promise<Metadata>;
  deleteMetadata(subject: MetadataSubject, owner?: Owner): Promise<void>;
}

/** Makes the methods; `findOwner` returns the user that they act for. */
export function createGivenThings(
  context: ClientContext,
  findOwner: (named: string | undefined) => string,
): GivenThings {
  const { db } = context;
  async function perform<Result>({ user }: Owner, act: (owner: string) => Promise<Result>): Promise<Result> {
    const owner = findOwner(user);
    return new Call(context).read(() => act(owner));
  }
  return {
    addItems: (channel, items, owner = {}) =>
      perform(owner, (user) => addGivenItems(db, { user, channel }, items)),
    items: (channel, owner = {}) => perform(owner, (user) => listGivenItems(db, { user, channel })),
    deleteItems: (channel, { id, ...owner } = {}) =>
      perform(owner, (user) => deleteGivenItems(db, { user, channel, id })),
    putMetadata: (subject, metadata, owner = {}) =>
      perform(owner, (user) => putMetadata(db, { ...subject, user, metadata })),
    metadata: (subject, owner = {}) => perform(owner, (user) => findMetadata(db, { ...subject, user })),
    deleteMetadata: (subject, owner = {}) =>
      perform(owner, (user) => deleteMetadata(db, { ...subject, user })),
  };
}
