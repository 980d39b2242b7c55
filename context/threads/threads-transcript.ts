import { flattenThreads, type FlattenableThread } from './flatten-threads.js';
import { wholeCharacter } from '../results/whole-character.js';

interface TranscriptMessage {
  readonly seq: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface TranscriptThread extends FlattenableThread<TranscriptMessage> {
  readonly title: string;
  readonly summary?: { readonly text: string; readonly coversThrough: number } | undefined;
}

export interface ThreadsTranscript {
  text: string;
  summarized: number;
  leftOut: number;
}

/**
 * Above `maxCharacters`, summaries replace older messages of the longest threads, then a note the oldest
 * ones.
 */
export function threadsTranscript(
  threads: readonly TranscriptThread[],
  { maxCharacters = Infinity }: { maxCharacters?: number } = {},
): ThreadsTranscript {
  const { blocks, summarized } = withSummaries(threads, maxCharacters);
  const kept = keepNewest(blocks, maxCharacters);
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
  messages: number;
}

function withSummaries(
  threads: readonly TranscriptThread[],
  maxCharacters: number,
): { blocks: Block[]; summarized: number } {
  const replaced = new Set<number>();
  let length = countCharacters(toBlocks(threads, replaced));
  const savings = threads
    .map((thread) => ({ id: thread.id, saved: countSaved(thread) }))
    .filter(({ saved }) => saved > 0)
    .toSorted((one, other) => other.saved - one.saved);
  for (const { id, saved } of savings) {
    if (length <= maxCharacters) break;
    replaced.add(id);
    length -= saved;
  }
  return { blocks: toBlocks(threads, replaced), summarized: replaced.size };
}

function countSaved({ messages, summary }: TranscriptThread): number {
  if (!summary) return 0;
  const covered = messages.filter(({ seq }) => seq <= summary.coversThrough);
  return covered.reduce((sum, { text }) => sum + text.length, 0) - summary.text.length;
}

function toBlocks(threads: readonly TranscriptThread[], replaced: ReadonlySet<number>): Block[] {
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  return flattenThreads(threads).flatMap(({ threadId, message: { seq, role, text } }) => {
    const thread = byId.get(threadId);
    const summary = replaced.has(threadId) ? thread?.summary : undefined;
    if (!summary || seq > summary.coversThrough)
      return [{ threadId, line: `${role === 'user' ? 'User' : 'AI'}: ${text}`, messages: 1 }];
    if (seq !== thread?.messages[0]?.seq) return [];
    const messages = thread.messages.filter((message) => message.seq <= summary.coversThrough).length;
    const line = `[Summary of messages ${seq} to ${summary.coversThrough}]\n${summary.text}`;
    return [{ threadId, line, messages }];
  });
}

function keepNewest(blocks: readonly Block[], maxCharacters: number): Block[] {
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

function countCharacters(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { line }) => sum + line.length + 1, 0);
}
