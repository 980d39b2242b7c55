import { z } from 'zod';
import { historyAttachment, historyMessage } from './conversation.js';
import { time } from './time.js';

export const sharedLink = z.object({
  /** The public part of the token. */
  id: z.string(),
  createdAt: time,
  expiresAt: time,
});
export type SharedLink = z.infer<typeof sharedLink>;

export const newSharedLink = sharedLink.extend({
  token: z.string().describe('Shown once; the studio opens it at `#/shared/{token}`'),
});
export type NewSharedLink = z.infer<typeof newSharedLink>;

export const sharedMessage = historyMessage
  .pick({ seq: true, role: true, text: true, isPartial: true, createdAt: true })
  .extend({ attachments: z.array(historyAttachment.pick({ name: true, mediaType: true, bytes: true })) });
export type SharedMessage = z.infer<typeof sharedMessage>;

/** All that a link shows. */
export const sharedChat = z.object({
  title: z.string().nullable(),
  sharedAt: time,
  expiresAt: time,
  /** Newest first. */
  messages: z.array(sharedMessage),
  next: z.string().nullable(),
});
export type SharedChat = z.infer<typeof sharedChat>;
