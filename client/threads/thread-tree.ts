import { sliceRange } from '../../context/threads/anchor-range.js';
import { titleBeginning } from '../../context/threads/thread-title.js';
import { ANCHOR_PREVIEW, type ListedThread } from '../../store/threads/list-threads.js';

/** A conversation or sub-thread with the threads that hang on its messages. */
export interface ThreadNode {
  workflowId: string;
  /** Null: the conversation itself. */
  threadId: string | null;
  /** Its title, else the beginning of its first message, else of the text it hangs on: 60 characters at the most. */
  title: string;
  /** A model or a person gave it the title. */
  isTitled: boolean;
  depth: number;
  /** The message it hangs on; null: it is no sub-thread, or that message is gone. */
  anchor: AnchorView | null;
  messages: number;
  tokens: number;
  /** False: it was closed; its next message begins it again. */
  isOpen: boolean;
  /** It hangs on a message from before what it hangs on was closed, and begun again since. */
  isEarlier: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** In the order of the messages and offsets that they hang on. */
  children: ThreadNode[];
}

/** Where a thread hangs. */
export interface AnchorView {
  /** Place of the message. */
  message: number;
  role: 'user' | 'assistant';
  /** Part of the message, in UTF-16 units; null: all of it. */
  start: number | null;
  end: number | null;
  /** The text, at most its first 200 characters. */
  text: string;
}

/** The tree of a listing's rows; undefined: no row has the Workflow ID of its top. */
export function threadTree(rows: readonly ListedThread[], topWorkflowId: string): ThreadNode | undefined {
  const ordered = [...rows].sort((one, other) => one.id - other.id);
  // What was closed and begun again has several rows: the newest is shown, and what hangs on any of them hangs on it.
  const newest = new Map(ordered.map((row) => [row.workflowId, row]));
  const ownerOf = new Map(ordered.map(({ id, workflowId }) => [id, workflowId]));
  const top = newest.get(topWorkflowId);
  if (top === undefined) return undefined;
  const below = new Map<string, ListedThread[]>();
  for (const row of newest.values()) {
    if (row === top) continue;
    const owner = (row.parentId === null ? undefined : ownerOf.get(row.parentId)) ?? topWorkflowId;
    below.set(owner, [...(below.get(owner) ?? []), row]);
  }
  return toNode(top);

  function toNode(row: ListedThread): ThreadNode {
    const children = [...(below.get(row.workflowId) ?? [])].sort(byPlace).map(toNode);
    const parent = row.parentId === null ? undefined : ownerOf.get(row.parentId);
    const isEarlier = parent !== undefined && newest.get(parent)?.id !== row.parentId;
    return { ...toView(row), isEarlier, children };
  }
}

/** By message and offset, what hangs nowhere last; then by age. */
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
