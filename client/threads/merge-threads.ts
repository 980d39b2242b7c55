import { createHash, randomUUID } from 'node:crypto';
import { mergeFormat, mergePrompt, mergeTask, MERGE_SYSTEM } from '../../context/threads/merge-formats.js';
import { titleBeginning } from '../../context/threads/thread-title.js';
import { threadsTranscript, type TranscriptThread } from '../../context/threads/threads-transcript.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { agentConfig, callsModel } from '../../flow/kinds/model-node.js';
import { viewFlowVersion } from '../../store/flows/flow-views.js';
import { listNamedModels, MERGE_SLUG, registerFlows } from '../../store/flows/flows.js';
import { findAnsweringModel } from '../../store/threads/find-answering-model.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { Call, type CallOptions } from '../call/call.js';
import { outcomeOpen } from '../call/outcome-open.js';
import type { ClientContext } from '../client-context.js';
import { startExecution } from '../executions/start-execution.js';
import { ThreadlineError } from '../threadline-error.js';
import { notFound } from './not-found.js';
import { readWhole, withMessages, type WholeConversation } from './read-threads.js';
import { toScope } from './to-scope.js';
import type { MergedThreads } from '../../views/thread.js';

export interface MergeOptions extends CallOptions {
  /** `free` (default), `bullets`, `structured`, `custom` or `transcript`. */
  format?: string;
  /** For a `custom` merge. */
  instruction?: string;
  /**
   * `provider:model`; for a user, one that a flow names. Default: the model that last answered there, else the
   * flow's first.
   */
  model?: string;
  /** Limits what the model reads. Default: 200,000, about 50,000 tokens. */
  maxCharacters?: number;
  /** Makes the merge idempotent. Default: a new UUID. */
  id?: string;
}

const MAX_CHARACTERS = 200_000;

export async function mergeThreads(
  context: ClientContext,
  key: ConversationKey,
  options: MergeOptions = {},
): Promise<MergedThreads> {
  const format = mergeFormat(options.format, options.instruction);
  const { id = randomUUID(), timeoutMs } = options;
  const call = new Call(context, { timeoutMs, retryId: id });
  const whole = await readWhole({ context, call }, key);
  const counts = { messages: whole.messages.length, threads: whole.threads.length - 1 };
  if (counts.messages === 0) throw notFound(key);
  const threads = transcriptThreads(whole);
  if (format === 'transcript') return { format, ...counts, executionId: null, ...threadsTranscript(threads) };
  const { maxCharacters = MAX_CHARACTERS } = options;
  const { text: transcript, ...notes } = threadsTranscript(threads, { maxCharacters });
  const { model } = options;
  if (model !== undefined && !context.isOperator) await checkModel(model, { context, call });
  const flow = mergeFlow(model ?? (await call.read(() => readModel(context, key))));
  await call.read(() =>
    registerFlows(context.db, [flow], { actor: context.actor ?? context.user ?? 'client', via: context.via }),
  );
  const { instruction } = options;
  const { executionId, result } = await startExecution(context, {
    isOwn: true,
    flow: flow.slug,
    text: mergePrompt({ format, transcript, instruction }),
    // An id is reused with the same end, so new messages do not change a repeated merge.
    textEnd: mergeTask({ format, instruction }),
    isAnyFlow: model === undefined,
    user: key.user,
    id: ownMergeId(key, id),
    retryId: id,
    timeoutMs,
  });
  return { format, ...counts, executionId, ...notes, text: await awaitResult(result, id) };
}

async function awaitResult(result: () => Promise<string>, id: string): Promise<string> {
  try {
    return await result();
  } catch (error) {
    if (!(error instanceof ThreadlineError) || error.type !== 'Client.Unavailable') throw error;
    throw outcomeOpen({ why: error.message, retryId: id, cause: error });
  }
}

function transcriptThreads({ threads, messages, summaries }: WholeConversation): TranscriptThread[] {
  const summaryOf = new Map(summaries.map((summary) => [summary.conversationId, summary]));
  return withMessages(threads, messages).map((thread) => ({
    ...thread,
    title: thread.title ?? titleBeginning(thread.firstText ?? ''),
    summary: summaryOf.get(thread.id),
  }));
}

function ownMergeId(key: ConversationKey, id: string): string {
  const conversation = createHash('sha256').update(conversationWorkflowId(key)).digest('hex').slice(0, 16);
  return `${id}.${conversation}`;
}

/** A user chooses among the project's models: others may cost more, and each adds a flow. */
async function checkModel(
  model: string,
  { context, call }: { context: ClientContext; call: Call },
): Promise<void> {
  const known = await call.read(() => listNamedModels(context.db));
  if (known.includes(model)) return;
  throw new ThreadlineError(
    'Conversation.InvalidTurn',
    `No flow names the model '${String(model)}': use one of ${known.map((name) => `'${name}'`).join(', ')}`,
  );
}

function mergeFlow(model: string): FlowDefinition {
  const flow = {
    name: 'Merge threads',
    description: 'Merges a conversation and its threads into one text.',
    nodes: [
      { id: 'start', kind: 'manual' as const },
      { id: 'merge', kind: 'model' as const, config: { model, system: MERGE_SYSTEM } },
    ],
    edges: [{ from: 'start', to: 'merge' }],
  };
  // Each model has its own flow.
  const hash = createHash('sha256').update(JSON.stringify(flow)).digest('hex').slice(0, 8);
  return { slug: `${MERGE_SLUG}${hash}`, ...flow };
}

async function readModel({ db }: ClientContext, key: ConversationKey): Promise<string> {
  const answering = await findAnsweringModel(db, toScope(key));
  if (answering !== undefined) return answering;
  const flow = await viewFlowVersion(db, { slug: key.flow });
  const node = flow?.definition.nodes.find(callsModel);
  if (node) return agentConfig(node).model;
  throw new ThreadlineError(
    'Client.NotFound',
    `Flow '${key.flow}' calls no model: pass 'model' to choose one`,
  );
}
