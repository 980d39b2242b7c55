import { serve } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createGateway, type GatewayOptions } from '../../../gateway/index.js';
import type { TestSystem } from '../../../testing/test-system.js';

/** A gateway that listens; a request's bearer token is its user. */
export interface ServedGateway {
  url: string;
  readonly openStreams: number;
  endStreams(): void;
  close(): Promise<void>;
}

/** Serves a gateway for clients that nobody here wrote. Users named `narrow…` may use no flow but `other`. */
export async function serveGateway(
  { client }: Pick<TestSystem, 'client'>,
  options: Pick<GatewayOptions, 'limits' | 'log'> = {},
): Promise<ServedGateway> {
  const gateway = createGateway({
    ...options,
    client,
    authenticate({ headers }) {
      const user = headers.get('authorization')?.replace('Bearer ', '');
      if (user === undefined || user === 'nobody') return null;
      return { user, flows: user.startsWith('narrow') ? ['other'] : undefined };
    },
  });
  const server = serve({ fetch: (request) => gateway.fetch(request), port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get openStreams() {
      return gateway.openStreams;
    },
    endStreams: () => gateway.endStreams(),
    async close() {
      gateway.endStreams();
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
