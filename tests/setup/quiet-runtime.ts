import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

// Once a test file's process, before any worker: faults are provoked all the time, so only errors are told.
Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: {
    logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
  },
  shutdownSignals: [],
});
