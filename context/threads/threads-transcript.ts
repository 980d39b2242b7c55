import { flattenThreads, type FlattenableThread } from './flatten-threads.js';
import { wholeCharacter } from '../spill/whole-character.js';

export interface TranscriptMessage {
  readonly seq: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface TranscriptThread extends FlattenableThread<TranscriptMessage> {
  /** As people are shown it. */
  readonly title: string;
  /** What stands for its messages up to one. */
  readonly summary?: { readonly text: string; readonly coversThrough: number } | undefined;
}

export interface ThreadsTranscript {
  text: string;
  /** Threads of which messages gave way to their summary, as it was too long otherwise. */
  summarized: number;
  /** Messages, oldest first, that are in it neither whole nor by a summary. */
  leftOut: number;
}

/**
 * A conversation and its threads as one text, threads right after the message they hang on, a line for each message and one
 * where a thread begins or is come back to. Longer than `maxCharacters`: the longest threads' older messages give way to
 * their summaries, then the oldest messages to a note of their number.
 */
export function threadsTranscript(
  threads: readonly TranscriptThread[],
  { maxCharacters = Infinity }: { maxCharacters?: number } = {},
): ThreadsTranscript {
  const { blocks, summarized } = withSummaries(threads, maxCharacters);
  const kept = newest(blocks, maxCharacters);
  const leftOut = countMessages(blocks) - countMessages(kept);
  const names = new Map(threads.map(({ id, title, parentId }) => [id, { title, isTop: parentId === null }]));
  const lines =
    leftOut === 0
      ? []
      : [`[${leftOut} older ${leftOut === 1 ? 'message is' : 'messages are'} left out here: too long]`];
  const begun = new Set<number>();
  let current = kept.find(({ threadId }) => names.get(threadId)?.isTop)?.threadId;
  for (const { threadId, line } of kept) {
    if (threadId !== current) lines.push(headLine(threadId));
    begun.add(threadId);
    current = threadId;
    lines.push(line);
  }
  return { text: lines.join('\n'), summarized, leftOut };

  function headLine(threadId: number): string {
    const { title = '', isTop = false } = names.get(threadId) ?? {};
    if (isTop) return '[Back in the conversation]';
    return begun.has(threadId) ? `[Back in the thread "${title}"]` : `[Thread "${title}"]`;
  }
}

interface Block {
  threadId: number;
  line: string;
  /** That it stands for. */
  messages: number;
}

function withSummaries(
  threads: readonly TranscriptThread[],
  maxCharacters: number,
): { blocks: Block[]; summarized: number } {
  const replaced = new Set<number>();
  let length = total(blocksOf(threads, replaced));
  const savings = threads
    .map((thread) => ({ id: thread.id, saved: savedBySummary(thread) }))
    .filter(({ saved }) => saved > 0)
    .toSorted((one, other) => other.saved - one.saved);
  for (const { id, saved } of savings) {
    if (length <= maxCharacters) break;
    replaced.add(id);
    length -= saved;
  }
  return { blocks: blocksOf(threads, replaced), summarized: replaced.size };
}

/** Characters that a thread is shorter by with its summary; roughly, by the texts alone. */
function savedBySummary({ messages, summary }: TranscriptThread): number {
  if (summary === undefined) return 0;
  const covered = messages.filter(({ seq }) => seq <= summary.coversThrough);
  return covered.reduce((sum, { text }) => sum + text.length, 0) - summary.text.length;
}

/** Of a thread whose summary stands in, the message before the first that is left becomes the summary. */
function blocksOf(threads: readonly TranscriptThread[], replaced: ReadonlySet<number>): Block[] {
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  return flattenThreads(threads).flatMap(({ threadId, message: { seq, role, text } }) => {
    const thread = byId.get(threadId);
    const summary = replaced.has(threadId) ? thread?.summary : undefined;
    if (summary === undefined || seq > summary.coversThrough)
      return [{ threadId, line: `${role === 'user' ? 'User' : 'AI'}: ${text}`, messages: 1 }];
    if (seq !== thread?.messages[0]?.seq) return [];
    const messages = thread.messages.filter((message) => message.seq <= summary.coversThrough).length;
    const line = `[Summary of messages ${seq} to ${summary.coversThrough}]\n${summary.text}`;
    return [{ threadId, line, messages }];
  });
}

/** The newest that fit; the newest of all is in it, cut where it alone is too long. */
function newest(blocks: readonly Block[], maxCharacters: number): Block[] {
  const kept: Block[] = [];
  let room = maxCharacters;
  for (const block of blocks.toReversed()) {
    if (block.line.length > room) {
      if (kept.length === 0)
        kept.push({
          ...block,
          line: `${block.line.slice(0, wholeCharacter(block.line, room))}… [cut: too long]`,
        });
      break;
    }
    room -= block.line.length + 1;
    kept.push(block);
  }
  return kept.reverse();
}

function countMessages(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { messages }) => sum + messages, 0);
}

function total(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { line }) => sum + line.length + 1, 0);
}
