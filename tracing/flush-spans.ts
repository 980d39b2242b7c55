import { trace } from '@opentelemetry/api';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 3_000;

/** Call before `process.exit`, which would drop buffered spans. */
export async function flushSpans(): Promise<void> {
  const provider: object = trace.getTracerProvider();
  // The proxy may come from another copy of the API.
  const registered: unknown =
    'getDelegate' in provider && typeof provider.getDelegate === 'function'
      ? provider.getDelegate()
      : provider;
  if (!canFlush(registered)) return;
  const flushing = (async () => registered.forceFlush())().catch(() => undefined);
  await Promise.race([flushing, sleep(TIMEOUT_MS)]);
}

function canFlush(provider: unknown): provider is { forceFlush(): Promise<void> } {
  return (
    typeof provider === 'object' &&
    provider !== null &&
    'forceFlush' in provider &&
    typeof provider.forceFlush === 'function'
  );
}
