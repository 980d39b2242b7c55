import type { Config } from '../../config.js';
import { errorMessage } from '../../protocol/error-message.js';
import { renderMetrics } from '../../telemetry/metrics/registry.js';
import { startHttpServer } from '../../worker/http-server.js';

/**
 * Users can reach the gateway's own port. A machine may run two gateways, so a port in use is only a warning. Returns
 * a function that closes the server.
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
