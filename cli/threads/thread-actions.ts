import type { MergeOptions } from '../../client/threads/merge-threads.js';
import type { OpenThread } from '../../client/threads/open-thread.js';
import type { ThreadNode, FlatThreadMessage } from '../../views/thread.js';
import { readConfig } from '../../config.js';
import { agree } from '../input/agree.js';
import { usageError } from '../program/command-error.js';
import { formatHistory } from '../history/format-history.js';
import { formatThread, formatThreads } from './format-threads.js';
import { oneLine, printable } from '../format/printable.js';
import { withConversation } from '../system/open-conversation.js';
import { ignoreNotFound } from '../program/ignore-not-found.js';
import { formatConversationOptions, type ConversationOptions } from '../program/options.js';
import type { Output } from '../format/output.js';
import { findTrajectoryFolder } from '../project/find-trajectory-folder.js';
import type { Style } from '../format/style.js';

export async function showThreads(options: ConversationOptions, output: Output): Promise<void> {
  const tree = await withConversation({ options }, ({ conversation }) =>
    conversation.threads().catch(ignoreNotFound),
  );
  output.result(tree ?? null, () => (tree ? formatThreads(tree, output.style) : 'No messages yet'));
}

export async function openThreadOn(
  input: OpenThread,
  options: ConversationOptions,
  output: Output,
): Promise<void> {
  const opened = await withConversation({ options }, async ({ conversation }) => {
    const { workflowId } = await conversation.openThread(input);
    const threadId = decodeURIComponent(workflowId.slice(workflowId.lastIndexOf('/') + 1));
    return { threadId, workflowId };
  });
  output.result(
    opened,
    () =>
      `Thread '${oneLine(opened.threadId)}' is open on message ${input.message}: continue with ${formatConversationOptions({ ...options, thread: opened.threadId })}`,
  );
}

const SHOWN_MESSAGES = 50;

/** The argument names the thread. */
function refuseThread({ thread }: ConversationOptions): void {
  if (thread !== undefined) throw usageError('--thread and a thread id cannot be combined');
}

export async function showThread(id: string, options: ConversationOptions, output: Output): Promise<void> {
  refuseThread(options);
  const { thread, page } = await withConversation(
    { options: { ...options, thread: id } },
    async ({ conversation }) => ({
      thread: await conversation.threads(),
      page: await conversation.history({ limit: SHOWN_MESSAGES }),
    }),
  );
  output.result({ ...thread, history: page }, () =>
    [
      formatThread(thread, output.style),
      formatHistory(page.messages, output.style),
      ...(page.hasMore
        ? [
            output.style.dim(
              `Older messages: threadline history ${formatConversationOptions({ ...options, thread: id })}`,
            ),
          ]
        : []),
    ].join('\n\n'),
  );
}

export async function showFlattened(options: ConversationOptions, output: Output): Promise<void> {
  const found = await withConversation({ options }, ({ conversation }) =>
    conversation.flatten().catch(ignoreNotFound),
  );
  const messages = found ?? [];
  output.result(messages, () => formatFlat(messages, output.style));
}

export async function showMerged(
  merge: MergeOptions,
  options: ConversationOptions,
  output: Output,
): Promise<void> {
  const { format, instruction, model } = merge;
  if ((format === 'custom') !== (instruction !== undefined))
    throw usageError('--format custom requires --instruction, and vice versa');
  if (format === 'transcript' && model !== undefined)
    throw usageError('--format transcript uses no model: omit --model');
  const needsWorker = format !== 'transcript';
  const merged = await withConversation({ options, needsWorker }, ({ conversation }) =>
    conversation.merge(merge),
  );
  output.result(merged, () => printable(merged.text).replace(/\n$/, ''));
  if (output.isJson) return;
  const { summarized, leftOut, executionId } = merged;
  const shortened = [
    ...(summarized > 0 ? [`${formatCounted(summarized, 'thread')} merged as summaries`] : []),
    ...(leftOut > 0 ? [`${formatCounted(leftOut, 'older message')} omitted`] : []),
  ];
  const notes = [
    ...(shortened.length > 0 ? [`Too long to merge whole: ${shortened.join(', ')}`] : []),
    ...(executionId === null ? [] : [`Execution: ${executionId}`]),
  ];
  if (notes.length > 0) output.note(output.noteStyle.dim(notes.join('\n')));
}

export async function renameThread(
  title: string,
  options: ConversationOptions,
  output: Output,
): Promise<void> {
  const renamed = await withConversation({ options }, async ({ conversation }) => ({
    workflowId: conversation.workflowId,
    title: await conversation.rename(title),
  }));
  output.result(renamed, () => `Renamed '${renamed.workflowId}' to '${printable(renamed.title)}'`);
}

export async function deleteAfterAsking(
  { id, isAgreed }: { id: string; isAgreed: boolean },
  options: ConversationOptions,
  output: Output,
): Promise<void> {
  const canAsk = process.stdin.isTTY === true && !output.isJson;
  if (!isAgreed && !canAsk)
    throw usageError(`Deleting thread '${oneLine(id)}' cannot be undone and needs confirmation: add --yes`);
  refuseThread(options);
  const config = readConfig();
  const folder = await findTrajectoryFolder(config);
  const withFolder = { ...config, trajectoryFolder: folder };
  const deleted = await withConversation({ config: withFolder, options }, async ({ conversation }) => {
    if (!isAgreed) {
      const tree = await conversation.thread(id).threads();
      output.note(
        `${formatThreads(tree, output.noteStyle)}\n${formatCounted(countBelow(tree) + 1, 'thread')}`,
      );
      await agree(`Thread '${oneLine(id)}' was not deleted: answer 'yes' to delete it`);
    }
    return conversation.deleteThread(id);
  });
  output.result({ threadId: id, ...deleted }, () => {
    const { threads, messages, workflowRuns } = deleted;
    const parts = [formatCounted(threads, 'thread'), formatCounted(messages, 'message')];
    return `Deleted ${parts.join(', ')} and ${formatCounted(workflowRuns, 'Workflow run')}`;
  });
}

function countBelow({ children }: ThreadNode): number {
  return children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
}

function formatCounted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function formatFlat(messages: readonly FlatThreadMessage[], style: Style): string {
  if (messages.length === 0) return 'No messages yet';
  return messages
    .map(({ position, role, text, depth, threadId, seq }) => {
      const lead = '│ '.repeat(depth);
      const where = threadId === null ? `#${seq}` : `#${seq} in ${oneLine(threadId)}`;
      const head = `${style.dim(String(position))} ${role === 'user' ? style.cyan(role) : style.green(role)} ${style.dim(where)}`;
      return [head, ...printable(text).replace(/\n+$/, '').split('\n')].map((line) => lead + line).join('\n');
    })
    .join('\n\n');
}
