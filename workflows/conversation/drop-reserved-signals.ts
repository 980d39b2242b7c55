import { log } from '@temporalio/workflow';
import { getActivator } from '@temporalio/workflow/lib/global-attributes.js';

const RESERVED_PREFIX = '__temporal_';

/**
 * Signals with Temporal's reserved prefix would fail the Workflow Task forever. The SDK buffers Signals in a
 * private field (pinned to 1.24.0; a test checks its name).
 */
export function dropReservedSignals(): void {
  const { bufferedSignals } = getActivator();
  for (let index = bufferedSignals.length - 1; index >= 0; index -= 1) {
    const name = bufferedSignals[index]?.signalName ?? '';
    if (!name.startsWith(RESERVED_PREFIX)) continue;
    bufferedSignals.splice(index, 1);
    log.warn('Signal with a reserved name dropped', { name });
  }
}
