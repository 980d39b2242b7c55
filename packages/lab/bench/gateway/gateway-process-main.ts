import { connect } from '../../../../client/connect.js';
import { createGateway } from '../../../gateway/index.js';
import { serveGateway } from '../../../gateway/serve-gateway.js';
import type { GatewayProcessInput, GatewayProcessMessage } from './gateway-process.js';

const input = JSON.parse(process.argv[2] ?? '{}') as GatewayProcessInput;
const { temporalAddress: address, databaseUrl, taskQueue, openStreams } = input;
const client = await connect({ temporal: { address }, databaseUrl, taskQueue });
const gateway = createGateway({
  client,
  authenticate: ({ headers }) => ({ user: headers.get('authorization')?.replace('Bearer ', '') ?? '' }),
  limits: { openStreams, requestsPerMinute: 1_000_000 },
});
const running = await serveGateway(gateway, {
  host: '127.0.0.1',
  port: 0,
  limits: { connectionsPerAddress: 5_000 },
});
process.on('message', (message) => {
  const { user, system } = process.cpuUsage();
  if (message === 'usage after collecting') globalThis.gc?.();
  tell({ bytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 });
});
process.on('SIGTERM', () => {
  void running
    .close()
    .then(() => client.close())
    .finally(() => process.exit(0));
});
tell({ url: running.url });

function tell(message: GatewayProcessMessage): void {
  process.send?.(message);
}
