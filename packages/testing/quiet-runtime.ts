import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { readLogLevel } from '../../config.js';

/** Test files may share a process, and a process has one runtime. */
const processState = globalThis as { hasThreadlineTestRuntime?: boolean };

/**
 * Sets up Temporal's runtime for test workers, once a process: tests provoke faults all the time, so errors alone are
 * logged, or what `THREADLINE_LOG_LEVEL` says. A runtime that somebody else has set up is left as it is.
 */
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
