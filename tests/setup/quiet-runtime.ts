import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/** Test files share a process, and a process has one runtime. */
const processState = globalThis as { hasQuietRuntime?: boolean };

// Before any worker. Tests provoke faults all the time, so only errors are logged.
if (!processState.hasQuietRuntime) {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
    },
    shutdownSignals: [],
  });
  processState.hasQuietRuntime = true;
}
