import { sliceRange } from '../../context/threads/anchor-range.js';
import { titleBeginning } from '../../context/threads/thread-title.js';
import { ANCHOR_PREVIEW, type ListedThread } from '../../store/threads/list-threads.js';
import type { ThreadNode, AnchorView } from '../../views/thread.js';
import { groupBy } from '../../protocol/group-by.js';

export function threadTree(rows: readonly ListedThread[], topWorkflowId: string): ThreadNode | undefined {
  const ordered = [...rows].sort((one, other) => one.id - other.id);
  // A thread that was started again has several rows. Show the newest, with all children.
  const newest = new Map(ordered.map((row) => [row.workflowId, row]));
  const ownerOf = new Map(ordered.map(({ id, workflowId }) => [id, workflowId]));
  const top = newest.get(topWorkflowId);
  if (!top) return undefined;
  const below = groupBy(
    [...newest.values()].filter((row) => row !== top),
    ({ parentId }) => (parentId === null ? undefined : ownerOf.get(parentId)) ?? topWorkflowId,
  );
  return toNode(top);

  function toNode(row: ListedThread): ThreadNode {
    const children = [...(below.get(row.workflowId) ?? [])].sort(byPlace).map(toNode);
    const parent = row.parentId === null ? undefined : ownerOf.get(row.parentId);
    const isEarlier = parent !== undefined && newest.get(parent)?.id !== row.parentId;
    return { ...toView(row), isEarlier, children };
  }
}

function byPlace(one: ListedThread, other: ListedThread): number {
  const seq = (row: ListedThread): number =>
    row.anchorRole === null ? Infinity : (row.anchorSeq ?? Infinity);
  const difference = seq(one) === seq(other) ? 0 : seq(one) - seq(other);
  return difference || (one.anchorStart ?? 0) - (other.anchorStart ?? 0) || one.id - other.id;
}

function toView(row: ListedThread): Omit<ThreadNode, 'isEarlier' | 'children'> {
  const anchor = anchorView(row);
  return {
    workflowId: row.workflowId,
    threadId: row.threadId,
    title: row.title ?? titleBeginning(row.firstText ?? anchor?.text ?? ''),
    isTitled: row.isTitled,
    depth: row.depth,
    anchor,
    messages: row.messages,
    tokens: row.tokens,
    isOpen: row.closedAt === null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function anchorView(row: ListedThread): AnchorView | null {
  const { anchorSeq, anchorRole, anchorHead, anchorStart: start, anchorEnd: end } = row;
  if (anchorSeq === null || anchorRole === null || anchorHead === null) return null;
  const text = sliceRange(anchorHead, start === null || end === null ? null : { start, end });
  return {
    message: anchorSeq,
    role: anchorRole,
    start,
    end,
    text: [...text].slice(0, ANCHOR_PREVIEW).join(''),
  };
}
