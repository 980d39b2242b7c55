import { randomUUID } from 'node:crypto';
import { decode, encode } from '../responses/response-key.js';

/** Where a message is: its conversation, its place in the history, and its turn, which tells branches apart. */
export interface MessagePlace {
  flow: string;
  channel: string;
  seq: number;
  turnId: string;
}

const MESSAGE = 'msg_';
const ADDED = 'item_';

/** The id of a message as an item. */
export function messageItemId({ flow, channel, seq, turnId }: MessagePlace): string {
  return MESSAGE + encode([seq, flow, channel, turnId]);
}

/** A new id for an item that is added to a conversation before its first response. */
export function newItemId(channel: string): string {
  return ADDED + encode([channel, randomUUID()]);
}

/** Reads where the item with this id is: a message, or an item added to a channel. Undefined if no conversation has such ids. */
export function readItemPlace(id: string): MessagePlace | { channel: string } | undefined {
  const fields = decode(id.slice(id.indexOf('_') + 1));
  if (id.startsWith(ADDED)) {
    const [channel] = fields;
    return typeof channel === 'string' ? { channel } : undefined;
  }
  const [seq, flow, channel, turnId] = fields;
  const isMessage =
    id.startsWith(MESSAGE) &&
    Number.isSafeInteger(seq) &&
    [flow, channel, turnId].every((field) => typeof field === 'string');
  // Checked above.
  return isMessage ? ({ seq, flow, channel, turnId } as MessagePlace) : undefined;
}
