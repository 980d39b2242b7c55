import type { Threadline } from '../../client/connect.js';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { Config } from '../../config.js';
import { readConversationKey, type ConversationOptions } from '../program/options.js';
import { withClient } from './open-client.js';
import { requireFlow } from './require-flow.js';
import { requireWorker } from './require-worker.js';

/** A conversation of the system that runs, and the client that it belongs to. */
export interface OpenConversation {
  conversation: ConversationHandle;
  client: Threadline;
}

interface OpenConversationInput {
  config: Config;
  options: ConversationOptions;
  /** Whether what is asked of the conversation would wait for ever without a worker. */
  needsWorker?: boolean;
}

/**
 * Opens the conversation that the options name, for as long as `use` takes. Throws a sentence for a flow that nobody
 * knows, whose conversation would look like one in which nothing was said.
 */
export async function withConversation<Result>(
  { config, options, needsWorker = false }: OpenConversationInput,
  use: (open: OpenConversation) => Promise<Result>,
): Promise<Result> {
  return withClient(config, async (client, system) => {
    if (needsWorker) await requireWorker(config, system);
    const key = readConversationKey(config, options);
    // Many never named the flow that is not known.
    await requireFlow(key.flow, { ...system, remedy: '; name one with --flow' });
    return use({ conversation: client.conversation(key), client });
  });
}
