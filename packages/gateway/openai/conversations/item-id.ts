import { decode, encode } from '../requests/response-key.js';

/** Includes the turn, because branches may share a number. */
export interface MessagePlace {
  flow: string;
  channel: string;
  seq: number;
  turnId: string;
}

const MESSAGE = 'msg_';
const ADDED = 'item_';

export function messageItemId({ flow, channel, seq, turnId }: MessagePlace): string {
  return MESSAGE + encode([seq, flow, channel, turnId]);
}

export function newItemId(channel: string, name: string): string {
  return ADDED + encode([channel, name]);
}

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
  return isMessage ? ({ seq, flow, channel, turnId } as MessagePlace) : undefined;
}
