import { createHash, randomBytes } from 'node:crypto';

/** `conv_<seconds><random><check>`, in hexadecimal digits. */
const MADE_ID = /^conv_(([0-9a-f]{8})[0-9a-f]{16})([0-9a-f]{16})$/;

/**
 * The id of a conversation that begins, which is its channel. Nothing is stored before its first message: the id itself says when
 * it was made, and for whom.
 */
export function makeConversationId(user: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000)
    .toString(16)
    .padStart(8, '0');
  const own = seconds + randomBytes(8).toString('hex');
  return `conv_${own}${makeCheck(user, own)}`;
}

/** When an id was made for a user, in seconds since 1970; undefined: it was not, or for somebody else. */
export function madeAt(user: string, id: string): number | undefined {
  const [, own = '', seconds = '', check] = MADE_ID.exec(id) ?? [];
  return check !== undefined && check === makeCheck(user, own) ? Number.parseInt(seconds, 16) : undefined;
}

function makeCheck(user: string, own: string): string {
  return createHash('sha256')
    .update(JSON.stringify([user, own]))
    .digest('hex')
    .slice(0, 16);
}
