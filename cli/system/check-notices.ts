import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { endConnection } from '../../store/end-pool.js';
import { isDirect } from '../../store/preparing-pool.js';
import { describeError } from '../program/describe-error.js';
import { databaseAddress } from './find-system.js';

const WAIT_MS = 2_000;
const CHANNEL = 'threadline_check';

/** Sends a notice from one address to the other. Returns why it did not arrive. */
export async function whyNoNotices(
  databaseUrl: string,
  listenUrl = databaseUrl,
): Promise<string | undefined> {
  const listener = newClient(listenUrl);
  const sender = newClient(databaseUrl);
  // Unique, because other checks use the same channel.
  const payload = randomUUID();
  let address = databaseAddress(listenUrl);
  let timer: NodeJS.Timeout | undefined;
  try {
    await listener.connect();
    await listener.query(`listen ${CHANNEL}`);
    address = databaseAddress(databaseUrl);
    await sender.connect();
    const isHeard = new Promise<boolean>((resolve) => {
      listener.on('notification', (notice) => notice.payload === payload && resolve(true));
      timer = setTimeout(() => resolve(false), WAIT_MS);
    });
    await sender.query(`notify ${CHANNEL}, '${payload}'`);
    if (await isHeard) return undefined;
    return `no notification arrived at ${databaseAddress(listenUrl)} within ${WAIT_MS / 1_000} seconds`;
  } catch (error) {
    return `${address}: ${describeError(error)}`;
  } finally {
    clearTimeout(timer);
    await Promise.all([listener, sender].map((client) => endConnection(client).catch(() => undefined)));
  }
}

export async function isThroughPooler(databaseUrl: string): Promise<boolean> {
  const client = newClient(databaseUrl);
  try {
    await client.connect();
    return !(await isDirect(client));
  } finally {
    await endConnection(client).catch(() => undefined);
  }
}

/** With timeouts, because a hung Postgres must fail the check. */
function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
    application_name: 'threadline check',
  });
  client.on('error', () => undefined);
  return client;
}
