import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { toConversationKey } from '../protocol/ids.js';
import {
  CONVERSATION_WORKFLOW,
  type ConversationInput,
  type ConversationSignals,
} from '../protocol/messages.js';
import {
  listWaitingConversations,
  type WaitingConversation,
} from '../store/conversation/waiting-conversations.js';
import type { Database } from '../store/database.js';

/** So many conversations are looked at in one go; the next look goes on behind them. */
const PAGE = 100;
const RECOVER = 'recover' satisfies keyof ConversationSignals;

export interface WakeDependencies {
  db: Database;
  temporal: Client;
  /** Where a conversation begins that the server knows nothing of. */
  taskQueue: string;
}

export interface Look {
  /** Turns stored less than so many seconds ago are left alone: their Workflow is about to see them. */
  afterSeconds: number;
  /** Where the look before ended; 0: from the beginning. */
  after: number;
}

export interface LookResult {
  /** Workflow IDs of the conversations that were woken. */
  woken: string[];
  /** Where the next look goes on; 0: this one came to the end. */
  next: number;
}

/**
 * Looks for stored turns that nobody processes, and wakes their conversations: the Workflow was terminated, or the
 * server died between the storing and the completion of its task, and the Workflow does not know of the turn. Looks
 * at one page. Safe at any time and by several workers at once: a woken conversation takes up only what it lacks.
 */
export async function wakeConversations(dependencies: WakeDependencies, look: Look): Promise<LookResult> {
  const page = await listWaitingConversations(dependencies.db, { ...look, limit: PAGE });
  const woken: string[] = [];
  for (const conversation of page) {
    const home = await findHome(dependencies, conversation.workflowId);
    if (home === 'busy') continue;
    await wake(dependencies, conversation, home);
    woken.push(conversation.workflowId);
  }
  return { woken, next: page.length < PAGE ? 0 : (page.at(-1)?.id ?? 0) };
}

/** Wakes all conversations of all pages; see {@link wakeConversations}. Returns their Workflow IDs. */
export async function wakeAllConversations(
  dependencies: WakeDependencies,
  afterSeconds: number,
): Promise<string[]> {
  const all: string[] = [];
  for (let after = 0; ;) {
    const { woken, next } = await wakeConversations(dependencies, { afterSeconds, after });
    all.push(...woken);
    if (next === 0) return all;
    after = next;
  }
}

/** Tells the task queue of a conversation, or that its Workflow has something to do, or is paused, and sees to its turns itself. */
async function findHome({ temporal, taskQueue }: WakeDependencies, workflowId: string): Promise<string> {
  try {
    const { status, raw, taskQueue: home } = await temporal.workflow.getHandle(workflowId).describe();
    const hasWork = raw.pendingWorkflowTask || raw.pendingChildren?.length || raw.pendingActivities?.length;
    const isBusy = status.name === 'PAUSED' || (status.name === 'RUNNING' && hasWork);
    return isBusy ? 'busy' : home;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return taskQueue;
    throw error;
  }
}

async function wake(
  { temporal }: WakeDependencies,
  { workflowId, key }: WaitingConversation,
  taskQueue: string,
): Promise<void> {
  const input: ConversationInput = toConversationKey(key);
  await temporal.workflow.signalWithStart(CONVERSATION_WORKFLOW, {
    workflowId,
    taskQueue,
    args: [input],
    signal: RECOVER,
    signalArgs: [],
  });
}
