import type { Threadline } from '../../client/threadline.js';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { readConfig, type Config } from '../../config.js';
import { readConversationKey, type ConversationOptions } from '../program/options.js';
import { withClient } from './open-client.js';
import { requireFlow } from './require-flow.js';
import { requireWorker } from './require-worker.js';

export interface OpenConversation {
  conversation: ConversationHandle;
  client: Threadline;
}

interface OpenConversationInput {
  config?: Config;
  options: ConversationOptions;
  needsWorker?: boolean;
}

/** Checks the flow first: an unknown flow's conversation would look empty. */
export async function withConversation<Result>(
  { config = readConfig(), options, needsWorker = false }: OpenConversationInput,
  use: (open: OpenConversation) => Promise<Result>,
): Promise<Result> {
  return withClient(config, async (client, system) => {
    if (needsWorker) await requireWorker(config, system);
    const key = readConversationKey(config, options);
    await requireFlow(key.flow, { ...system, remedy: '; name one with --flow' });
    return use({ conversation: client.conversation(key), client });
  });
}
