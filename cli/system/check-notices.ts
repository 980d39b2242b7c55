import pg from 'pg';
import { describeError } from '../program/describe-error.js';
import { databaseAddress } from './find-system.js';

const WAIT_MS = 2_000;
const CHANNEL = 'threadline_check';

/** Sends a notification from the one address to the other. Returns why it does not arrive. */
export async function whyNoNotices(
  databaseUrl: string,
  listenUrl = databaseUrl,
): Promise<string | undefined> {
  const settings = { connectionTimeoutMillis: WAIT_MS, application_name: 'threadline check' };
  const listener = new pg.Client({ connectionString: listenUrl, ...settings });
  const sender = new pg.Client({ connectionString: databaseUrl, ...settings });
  listener.on('error', () => undefined);
  sender.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  try {
    await listener.connect();
    const isHeard = new Promise<boolean>((resolve) => {
      listener.on('notification', () => resolve(true));
      timer = setTimeout(() => resolve(false), WAIT_MS);
    });
    await listener.query(`listen ${CHANNEL}`);
    await sender.connect();
    await sender.query(`notify ${CHANNEL}`);
    if (await isHeard) return undefined;
    return `no notification arrives at ${databaseAddress(listenUrl)} within ${WAIT_MS / 1_000} seconds`;
  } catch (error) {
    return `${databaseAddress(listenUrl)}: ${describeError(error)}`;
  } finally {
    clearTimeout(timer);
    await Promise.all([listener, sender].map((client) => client.end().catch(() => undefined)));
  }
}
