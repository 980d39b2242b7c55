import pg from 'pg';

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const LOST =
  /connection (terminated|ended)|client has encountered a connection error|timeout (exceeded when trying to connect|expired)/i;

/** True if only the connection failed, so that a retry may succeed. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (error instanceof pg.DatabaseError)
    // 08: connection; 57P: shutdown; 53300: too many connections.
    return typeof code === 'string' && (code.startsWith('08') || code.startsWith('57P') || code === '53300');
  return (typeof code === 'string' && SOCKET_CODES.has(code)) || LOST.test(error.message);
}
