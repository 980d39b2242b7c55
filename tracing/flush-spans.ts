import { trace } from '@opentelemetry/api';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a healthy collector needs, and short for a person who waits for the prompt. */
const PATIENCE_MS = 3_000;

/** Exports the spans that an SDK holds for its next batch. Call it before `process.exit`, which drops them. */
export async function flushSpans(): Promise<void> {
  const provider: object = trace.getTracerProvider();
  // The proxy may come from another copy of the API, so its class says nothing.
  const registered: unknown =
    'getDelegate' in provider && typeof provider.getDelegate === 'function'
      ? provider.getDelegate()
      : provider;
  if (!canFlush(registered)) return;
  const flushing = (async () => registered.forceFlush())().catch(() => undefined);
  await Promise.race([flushing, sleep(PATIENCE_MS)]);
}

/** The method is the SDK's, not the API's. */
function canFlush(provider: unknown): provider is { forceFlush(): Promise<void> } {
  return (
    typeof provider === 'object' &&
    provider !== null &&
    'forceFlush' in provider &&
    typeof provider.forceFlush === 'function'
  );
}
