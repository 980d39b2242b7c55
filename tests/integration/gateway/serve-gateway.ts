import {
  createGateway,
  serveGateway as listen,
  type GatewayOptions,
} from '../../../packages/gateway/index.js';
import type { RunningGateway } from '../../../packages/gateway/serve-gateway.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';

export interface ServedGateway extends RunningGateway {
  readonly openStreams: number;
  endStreams(): void;
}

/** Bearer tokens are users; `narrow…` users may only use flow `other`, `admin…` users are administrators. */
export async function serveGateway(
  { client }: Pick<TestSystem, 'client'>,
  options: Pick<GatewayOptions, 'limits' | 'log' | 'studio' | 'origins' | 'hosts' | 'shareDays'> = {},
): Promise<ServedGateway> {
  const gateway = createGateway({
    ...options,
    client,
    authenticate({ headers }) {
      const user = headers.get('authorization')?.replace('Bearer ', '');
      if (user === undefined || user === 'nobody') return null;
      return {
        user,
        flows: user.startsWith('narrow') ? ['other'] : undefined,
        admin: user.startsWith('admin'),
      };
    },
  });
  const running = await listen(gateway, { host: '127.0.0.1', port: 0 });
  return {
    ...running,
    get openStreams() {
      return gateway.openStreams;
    },
    endStreams: () => gateway.endStreams(),
  };
}
