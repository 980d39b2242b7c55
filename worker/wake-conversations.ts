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
import { actOnEach, type OnFailure } from '../activities/ending/act-on-each.js';
import type { Database } from '../store/database.js';
import { hasWork } from '../temporal/is-open.js';

const PAGE = 100;
const RECOVER = 'recover' satisfies keyof ConversationSignals;

export interface WakeDependencies {
  db: Database;
  temporal: Client;
  taskQueue: string;
  onFailure?: OnFailure;
}

export interface Look {
  /** A newer turn is not forgotten: its Workflow usually stores or begins it soon. */
  afterSeconds: number;
  after: number;
  rowsOf?: string;
}

export interface LookResult {
  woken: string[];
  next: number;
}

/**
 * Wakes conversations whose Workflow was terminated, or lost a turn in a server crash. Safe, because a
 * conversation ignores turns that it knows.
 */
export async function wakeConversations(dependencies: WakeDependencies, look: Look): Promise<LookResult> {
  const page = await listWaitingConversations(dependencies.db, {
    ...look,
    taskQueue: look.rowsOf,
    limit: PAGE,
  });
  const woken: string[] = [];
  await actOnEach(page, {
    onFailure: dependencies.onFailure,
    async act(conversation) {
      const home = await findHome(dependencies, conversation.workflowId);
      if (home === 'busy') return;
      await wake(dependencies, conversation, home);
      woken.push(conversation.workflowId);
    },
  });
  return { woken, next: page.length < PAGE ? 0 : (page.at(-1)?.id ?? 0) };
}

export async function wakeAllConversations(
  dependencies: WakeDependencies,
  look: Omit<Look, 'after'>,
): Promise<string[]> {
  const all: string[] = [];
  for (let after = 0; ;) {
    const { woken, next } = await wakeConversations(dependencies, { ...look, after });
    all.push(...woken);
    if (next === 0) return all;
    after = next;
  }
}

async function findHome({ temporal, taskQueue }: WakeDependencies, workflowId: string): Promise<string> {
  try {
    const run = await temporal.workflow.getHandle(workflowId).describe();
    return hasWork(run) ? 'busy' : run.taskQueue;
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
