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
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import type { PastMessage } from '../../protocol/one-off.js';
import { appendMessages } from '../../store/conversation/append-messages.js';
import type { Database } from '../../store/database.js';
import { Call } from '../call/call.js';
import { auditRead } from '../audit/audited.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

interface Owner {
  user?: string;
}

export interface AddedMessages extends Omit<ConversationKey, 'user'> {
  id: string;
  messages: readonly PastMessage[];
}

/** From OpenAI clients. Methods are idempotent. */
export interface OpenAIRecords {
  /** Only possible before the conversation starts. Adds nothing over 2,000 items or 2 MB: returns `full`. */
  addItems(channel: string, items: readonly GivenItem[], owner?: Owner): Promise<'added' | 'full'>;
  /** Oldest first. Only possible before the conversation starts. */
  items(channel: string, owner?: Owner): Promise<GivenItem[]>;
  /**
   * Appends to a started conversation and returns the first message's place. Throws `Client.NotFound` or
   * `Conversation.TurnActive`.
   */
  addMessages(conversation: AddedMessages, owner?: Owner): Promise<number>;
  /** Default: all items. */
  deleteItems(channel: string, options?: Owner & { id?: string }): Promise<void>;
  putMetadata(subject: MetadataSubject, metadata: Metadata, owner?: Owner): Promise<void>;
  metadata(subject: MetadataSubject, owner?: Owner): Promise<Metadata>;
  deleteMetadata(subject: MetadataSubject, owner?: Owner): Promise<void>;
}

export function createOpenAIRecords(
  context: ClientContext,
  findOwner: (named: string | undefined) => string,
): OpenAIRecords {
  const { db } = context;
  async function perform<Result>({ user }: Owner, act: (owner: string) => Promise<Result>): Promise<Result> {
    const owner = findOwner(user);
    return new Call(context).read(() => act(owner));
  }
  function read<Result>(
    name: string,
    { user }: Owner,
    load: (owner: string) => Promise<Result>,
  ): Promise<Result> {
    const owner = findOwner(user);
    return auditRead(context, { action: `read.${name}`, target: `user/${owner}`, owner }, () =>
      perform({ user: owner }, load),
    );
  }
  return {
    addItems: (channel, items, owner = {}) =>
      perform(owner, (user) => addGivenItems(db, { user, channel }, items)),
    items: (channel, owner = {}) => read('items', owner, (user) => listGivenItems(db, { user, channel })),
    addMessages: ({ id, messages, ...key }, owner = {}) =>
      perform(owner, (user) => addMessages(db, { id, messages, key: { ...key, user } })),
    deleteItems: (channel, { id, ...owner } = {}) =>
      perform(owner, (user) => deleteGivenItems(db, { user, channel, id })),
    putMetadata: (subject, metadata, owner = {}) =>
      perform(owner, (user) => putMetadata(db, { ...subject, user, metadata })),
    metadata: (subject, owner = {}) =>
      read('metadata', owner, (user) => findMetadata(db, { ...subject, user })),
    deleteMetadata: (subject, owner = {}) =>
      perform(owner, (user) => deleteMetadata(db, { ...subject, user })),
  };
}

async function addMessages(
  db: Database,
  { id, messages, key }: Pick<AddedMessages, 'id' | 'messages'> & { key: ConversationKey },
): Promise<number> {
  // Imported here, because it is slow to load.
  const { countMessage } = await import('../../models/counting/count-message.js');
  const workflowId = conversationWorkflowId(key);
  const outcome = await appendMessages(db, { workflowId, id, messages, countTokens: countMessage });
  switch (outcome.kind) {
    case 'appended':
      return outcome.seq;
    case 'unknown':
      throw new ThreadlineError('Client.NotFound', `Conversation '${workflowId}' is not open`);
    case 'busy':
      throw new ThreadlineError(
        'Conversation.TurnActive',
        'A turn of the conversation waits or runs: add messages once it has ended',
      );
  }
}
