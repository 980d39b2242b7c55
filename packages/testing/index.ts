/**
 * The test harness: real Temporal and Postgres servers, a scripted model provider with faults, event budgets
 * and replay. See docs/testing.md.
 */
export {
  startServers,
  startTimeSkippingServer,
  type EndedServer,
  type Servers,
  type StartServersOptions,
  type StartTimeSkippingServerOptions,
  type TimeSkippingServer,
} from '../../servers/index.js';
export {
  createTestDatabase,
  startTestEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './test-environment.js';
export { SCRIPTED_MODEL } from './scripted-models.js';
export { startTestSystem, type TestSystem, type TestSystemOptions } from './test-system.js';
export { QUICK_TIMING } from './test-worker.js';
export { startWorkerProcess, type Fault, type WorkerMemory, type WorkerProcess } from './worker-process.js';
export { FAULT_POINTS, type FaultPoint } from '../../activities/fault-points.js';
export {
  assertWithinBudget,
  eventTypes,
  historyGrowth,
  payloadTexts,
  summarizeHistory,
  type HistorySummary,
} from './history-summary.js';
export { listRecordings, recordHistory, replayHistory, replayRecording, replayRecordings } from './replay.js';
export * from './model-server/index.js';
export * from './chaos/index.js';
