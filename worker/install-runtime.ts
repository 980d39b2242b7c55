import { createServer, type AddressInfo } from 'node:net';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type LogEntry } from '@temporalio/worker';
import type { LogLevel } from '../config.js';
import { redactSecrets } from '../protocol/redact-secrets.js';

export interface RuntimeSettings {
  logLevel: LogLevel;
  /** Takes one line of JSON a log entry. */
  writeLog: (line: string) => void;
  /** Whether errors are logged without their words, which may be those of users and models; default false. */
  hidesErrors?: boolean;
}

/**
 * Sets up Temporal's runtime for this process, once, before any worker: JSON log lines, and a Prometheus
 * exporter on a free loopback port, whose address is returned.
 */
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
    // The commands listen to signals themselves: closing the pool comes after the worker.
    shutdownSignals: [],
  });
  return { metricsAddress };
}

/** Writes an entry as a line, without keys: with a task token, which the SDK adds, anybody could answer for an Activity. */
export function toLine({ level, timestampNanos, message, meta }: LogEntry, hidesErrors: boolean): string {
  const time = new Date(Number(timestampNanos / 1_000_000n)).toISOString();
  return JSON.stringify({ time, level, message, ...meta }, (key, value: unknown) => {
    if (key === 'taskToken') return undefined;
    if (typeof value === 'bigint') return value.toString();
    if (typeof value === 'string') return redactSecrets(value);
    if (!(value instanceof Error)) return value;
    return hidesErrors
      ? withoutWords(value)
      : { name: value.name, message: value.message, stack: value.stack };
  });
}

/** Of the error and its causes only names and types: where payloads are encrypted, the log is not to tell them. */
function withoutWords(error: Error): object {
  const { name, cause } = error;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : undefined;
  return { name, type, cause: cause instanceof Error ? withoutWords(cause) : undefined };
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
