import { BROKEN_OFF } from '../../../context/message/broken-off.js';
import { fitLength } from '../../../context/results/fit-length.js';
import { readNumber } from '../../../context/results/read-number.js';
import { readError, refusePage, type ReadResult } from '../../../context/results/read-result.js';
import { wholeCharacter } from '../../../context/results/whole-character.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Database } from '../../../store/database.js';
import { loadMessages, type MessageOfThread } from '../../../store/conversation/load-messages.js';
import { nameMessage } from './message-name.js';
import { describeMessage } from './describe-message.js';
import type { VisibleRange } from './visible-range.js';

const MAX_MESSAGES = 30;
const MAX_CHARACTERS_PER_TOKEN = 8;
/** Reserved for the heading, which is written after the messages. */
const HEADING_TOKENS = 24;

export interface ReadHistoryInput {
  /** Unchecked: a model may pass any value. */
  from: unknown;
  to?: unknown;
  range: VisibleRange;
  maxTokens: number;
}

export async function readHistoryPage(db: Database, input: ReadHistoryInput): Promise<ReadResult> {
  const { conversationId, branch, after, current, above } = input.range;
  const from = readNumber('from', input.from, { least: 1, fallback: after + 1 });
  if ('problem' in from) return readError(from.problem);
  const to = readNumber('to', input.to, { least: 1, fallback: current });
  if ('problem' in to) return readError(to.problem);
  const first = Math.max(from.value, after + 1);
  const last = Math.min(to.value, current);
  if (first > last)
    return readError(
      `There is no message from ${from.value} to ${to.value}: they are ${after + 1} to ${current}.`,
    );
  const end = Math.min(last, first + MAX_MESSAGES - 1);
  const room = input.maxTokens - HEADING_TOKENS;
  const characters = Math.max(1, room * MAX_CHARACTERS_PER_TOKEN);
  const messages = await loadMessages(db, { conversationId, branch, first, last: end, characters });
  const { shown, text } = fitMessages(
    messages.map((message) => ({ ...message, above })),
    room,
  );
  if (shown === 0) return refusePage(input.maxTokens);
  const lastShown = messages[shown - 1]?.seq ?? first;
  const next = lastShown < last ? `next: from ${lastShown + 1}` : 'end';
  return {
    text: `messages ${first}-${lastShown} of ${after + 1}-${current}; ${next}\n${text}`,
    isError: false,
  };
}

type AboveMessage = MessageOfThread & { above: number };

function fitMessages(messages: readonly AboveMessage[], room: number): { shown: number; text: string } {
  const lines: string[] = [];
  let left = room;
  for (const message of messages) {
    const notes = [message.isPartial ? BROKEN_OFF : null, message.brokenCalls];
    const line = [describeMessage(message), message.text, ...notes]
      .filter((part) => part !== null)
      .join('\n');
    const tokens = countTextTokens(`${line}\n`);
    if (message.isCut || tokens > left) break;
    left -= tokens;
    lines.push(line);
  }
  const [message] = messages;
  if (lines.length > 0 || !message) return { shown: lines.length, text: lines.join('\n') };
  const start = cutBeginning(message, room);
  return start === undefined ? { shown: 0, text: '' } : { shown: 1, text: start };
}

function cutBeginning(message: AboveMessage, room: number): string | undefined {
  const cut = (length: number): string => {
    const end = wholeCharacter(message.text, length);
    return `${describeMessage(message)}\n${message.text.slice(0, end)}\n… ${message.characters} characters; go on: read_artifact ${nameMessage(message)} offset ${end}`;
  };
  const most = message.text.length;
  const length = fitLength({ most, room, count: (tried) => countTextTokens(cut(tried)) });
  return length === 0 ? undefined : cut(length);
}
