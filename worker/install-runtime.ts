import { createServer, type AddressInfo } from 'node:net';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type LogEntry } from '@temporalio/worker';
import type { LogLevel } from '../config.js';
import { toLogLine } from '../telemetry/log-line.js';
import { workflowFacts } from '../telemetry/workflow-facts.js';

export interface RuntimeSettings {
  logLevel: LogLevel;
  writeLog: (line: string) => void;
  /** True if errors are logged without messages, which may quote users and models. */
  hidesErrors?: boolean;
}

/** Call it once per process, before any worker. */
export async function installRuntime({
  logLevel,
  writeLog,
  hidesErrors = false,
}: RuntimeSettings): Promise<{ metricsAddress: string }> {
  const metricsAddress = `127.0.0.1:${await freePort()}`;
  Runtime.install({
    logger: new DefaultLogger(logLevel, (entry) => writeLog(toLine(entry, hidesErrors))),
    telemetryOptions: {
      metrics: { prometheus: { bindAddress: metricsAddress } },
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) },
    },
    // Commands handle signals, because the pool must close after the worker.
    shutdownSignals: [],
  });
  return { metricsAddress };
}

function toLine({ level, timestampNanos, message, meta }: LogEntry, hidesErrors: boolean): string {
  const time = new Date(Number(timestampNanos / 1_000_000n));
  const workflowId: unknown = meta?.['workflowId'];
  const known = typeof workflowId === 'string' ? workflowFacts(workflowId) : {};
  return toLogLine({ time, level, message, facts: { ...known, ...meta } }, hidesErrors);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
