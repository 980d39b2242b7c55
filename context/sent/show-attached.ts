import type { UserMessage } from '../message/entries.js';
import type { Attachment } from '../message/attachment.js';
import { showPictures } from '../message/show-pictures.js';
import { applyCut, type Cut } from './cut.js';
import type { SentAttachments } from './kind.js';

export function showAttached(
  message: { text: string; attachments: readonly Attachment[] | null | undefined },
  how: { sent: SentAttachments | undefined; cut: Cut | undefined; recall: (hash: string) => string },
): UserMessage['content'] {
  const { sent, cut, recall } = how;
  const whole = sent?.note === undefined ? message.text : `${message.text}\n${recall(sent.note)}`;
  const text = applyCut(whole, cut, recall);
  if (!sent) return text;
  return showPictures(
    text,
    (message.attachments ?? []).filter(({ ordinal }) => sent.shown.includes(ordinal)),
  );
}
