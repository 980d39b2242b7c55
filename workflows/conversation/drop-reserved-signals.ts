import { log } from '@temporalio/workflow';
import { getActivator } from '@temporalio/workflow/lib/global-attributes.js';

const RESERVED_PREFIX = '__temporal_';

/**
 * Takes Signals with Temporal's reserved prefix out of those that wait. The SDK throws when a default handler
 * meets one, before any code of ours, and the Workflow Task would fail for ever: anybody could stop a
 * conversation with a name. There is no public way to them (SDK pinned to 1.24.0; tested by name).
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
