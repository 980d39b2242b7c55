import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { readLogLevel } from '../../config.js';

/** Test files may share a process, which has only one runtime. */
const processState = globalThis as { hasThreadlineTestRuntime?: boolean };

/** Keeps an existing runtime. Tests provoke faults, so logs only errors, unless `THREADLINE_LOG_LEVEL` is set. */
export function installTestRuntime(): void {
  if (processState.hasThreadlineTestRuntime === true) return;
  processState.hasThreadlineTestRuntime = true;
  const level = readLogLevel('ERROR');
  try {
    Runtime.install({
      logger: new DefaultLogger(level),
      telemetryOptions: {
        logging: { forward: {}, filter: makeTelemetryFilterString({ core: level, other: level }) },
      },
      shutdownSignals: [],
    });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
