import { createServer, type AddressInfo } from 'node:net';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type LogEntry } from '@temporalio/worker';
import type { LogLevel } from '../config.js';
import { redactSecrets } from '../protocol/redact-secrets.js';

export interface RuntimeSettings {
  logLevel: LogLevel;
  /** Receives one line of JSON per entry. */
  writeLog: (line: string) => void;
  /** Whether to log errors without their messages, which may quote users and models; default false. */
  hidesErrors?: boolean;
}

/**
 * Call it once per process, before any worker. Logs JSON lines; returns the address of a Prometheus
 * exporter on a free loopback port.
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
    // The commands handle signals themselves: the pool must close after the worker.
    shutdownSignals: [],
  });
  return { metricsAddress };
}

/** Removes the task token: with it anyone could answer for an Activity. */
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

/**
 * Keeps only names and types of the error and its causes: payloads are encrypted, so the log must not
 * reveal them.
 */
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
