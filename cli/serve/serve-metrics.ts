import type { Config } from '../../config.js';
import { errorMessage } from '../../protocol/error-message.js';
import { renderMetrics } from '../../telemetry/metrics/registry.js';
import { startHttpServer } from '../../worker/http-server.js';

/**
 * Serves `/metrics` on its own port, because users can reach the gateway's. If the port is in use, only logs a
 * warning, because a machine may run two gateways. Returns a function that closes the server.
 */
export async function serveMetrics(
  { metricsAddress: address }: Pick<Config, 'metricsAddress'>,
  note: (level: 'INFO' | 'WARN', message: string) => void,
): Promise<() => Promise<void>> {
  try {
    const server = await startHttpServer({
      address,
      variable: 'THREADLINE_METRICS_ADDRESS',
      readMetrics: renderMetrics,
      whyNotReady: () => Promise.resolve(undefined),
    });
    note('INFO', `Metrics at ${server.url}/metrics`);
    return () => server.close();
  } catch (error) {
    note('WARN', `No metrics are served: ${errorMessage(error)}`);
    return () => Promise.resolve();
  }
}
