import type { Counters } from '../../context/text/counters.js';
import { markSpeakers } from '../../context/summary/mark-speakers.js';
import { renderDialogue } from '../../context/summary/render-dialogue.js';
import { cutText } from '../../context/plan/cut-text.js';
import type { SourceMessage } from '../../store/summaries/summary-source.js';

export interface FittedSource {
  messages: readonly SourceMessage[];
  transcript: string;
  cut: { seq: number; leftTokens: number } | undefined;
}

/** Returns at least one message. If that alone is too large, cuts its middle. */
export function fitSource(
  messages: readonly SourceMessage[],
  { room, counters: { countText } }: { room: number; counters: Counters },
): FittedSource {
  let tokens = 0;
  const fitting = messages.slice(0, 1);
  for (const [index, message] of messages.entries()) {
    tokens += countText(renderDialogue([message])) + 1;
    if (tokens > room) break;
    if (index > 0) fitting.push(message);
  }
  const [first] = fitting;
  if (!first) return { messages: [], transcript: '', cut: undefined };
  if (fitting.length > 1 || countText(renderDialogue([first])) <= room)
    return { messages: fitting, transcript: renderDialogue(fitting), cut: undefined };
  return cutAlone(first, { room, countText });
}

function cutAlone(
  message: SourceMessage,
  { room, countText }: { room: number; countText: Counters['countText'] },
): FittedSource {
  const content = markSpeakers(message.content);
  const total = countText(content);
  const label = countText(renderDialogue([{ ...message, content: '' }])) + 1;
  const marker = (left: number): string => `\n[… ${left} tokens left out of the middle …]\n`;
  const cut = cutText(content, { total, room: Math.max(0, room - label), countText, marker });
  if (!cut) return { messages: [], transcript: '', cut: { seq: message.seq, leftTokens: total } };
  const leftTokens = Math.max(1, total - countText(cut.text.slice(0, cut.head)) - countText(takeTail(cut)));
  return {
    messages: [message],
    transcript: renderDialogue([{ ...message, content: cut.text }]),
    cut: { seq: message.seq, leftTokens },
  };
}

function takeTail({ text, tail }: { text: string; tail: number }): string {
  return tail === 0 ? '' : text.slice(-tail);
}
