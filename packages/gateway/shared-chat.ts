import type { Hono } from 'hono';
import { z } from 'zod';
import type { Threadline } from '../../client/threadline.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { SharedChat } from '../../views/shared-link.js';
import type { FailedAttempts } from './access/failed-attempts.js';
import type { RateWindows } from './access/rate-windows.js';
import type { GatewayEnv } from './gateway-env.js';
import { readQuery } from './requests/read-query.js';
import { before, limit } from './rest/query-fields.js';

const pageQuery = z.object({ limit: limit(100), before });

interface SharedChatInput {
  findClient: () => Promise<Threadline>;
  rates: RateWindows;
  failed: FailedAttempts;
}

/** Only this route accepts a shared link's token. It never calls `authenticate`, so a token opens nothing else. */
export function addSharedChat(app: Hono<GatewayEnv>, { findClient, rates, failed }: SharedChatInput): void {
  app.get('/api/shared', async (c) => {
    const page = readQuery(c, pageQuery);
    const token = /^Bearer (tls_[\w-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const client = await findClient();
    rates.check(`link ${token}`);
    const chat = await failed.guard(c.env.address, () => readChat(client, token, page));
    rates.take(`link ${token}`);
    c.header('cache-control', 'no-store');
    return c.json(chat);
  });
}

async function readChat(
  client: Threadline,
  token: string | undefined,
  page: z.infer<typeof pageQuery>,
): Promise<SharedChat> {
  const chat = token === undefined ? null : await client.shared(token, page);
  if (!chat)
    throw new ThreadlineError('Gateway.Unauthorized', 'The link was revoked, has expired, or does not exist');
  return chat;
}
