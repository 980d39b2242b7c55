import type { ThreadNode } from '../../views/thread.js';
import { formatFacts, formatTable } from '../format/format-table.js';
import { flattenTree } from '../format/flatten-tree.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';
import { toMinute } from '../format/to-minute.js';

export function formatThreads(tree: ThreadNode, style: Style): string {
  return formatTable({ rows: flattenTree([tree]), style }, [
    { header: 'MESSAGES', align: 'right', value: ({ node }) => String(node.messages) },
    { header: 'TOKENS', align: 'right', value: ({ node }) => String(node.tokens) },
    { header: 'UPDATED', value: ({ node }) => toMinute(node.updatedAt) },
    { header: 'THREAD', value: ({ node }) => node.threadId ?? '-' },
    { header: 'TITLE', value: ({ lead, node }) => `${lead}${formatTitle(node)}${formatState(node)}` },
  ]);
}

export function formatThread(thread: Omit<ThreadNode, 'children'>, style: Style): string {
  const { anchor } = thread;
  return formatFacts(
    [
      ['Thread', thread.workflowId],
      ['Title', `${formatTitle(thread)}${formatState(thread)}`],
      ...(anchor === null
        ? []
        : ([
            ['Anchored to', `message ${anchor.message} of the ${anchor.role}, ${formatPart(anchor)}`],
            ['Text', oneLine(anchor.text)],
          ] as const)),
      ['Messages', `${thread.messages}, ${thread.tokens} tokens`],
      ['Since', thread.createdAt.toISOString()],
    ],
    style,
  );
}

function formatTitle({ title, isTitled }: Pick<ThreadNode, 'title' | 'isTitled'>): string {
  if (title === '') return '(no messages yet)';
  return isTitled ? oneLine(title) : `"${oneLine(title)}"`;
}

function formatState({ anchor, depth, isOpen, isEarlier }: Omit<ThreadNode, 'children'>): string {
  const words = [
    ...(anchor === null ? (depth > 0 ? ['its anchor was deleted'] : []) : [`on #${anchor.message}`]),
    ...(isEarlier ? ['from before it was closed'] : []),
    ...(isOpen ? [] : ['closed']),
  ];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function formatPart({ start, end }: { start: number | null; end: number | null }): string {
  return start === null || end === null ? 'all of it' : `${start} to ${end}`;
}
