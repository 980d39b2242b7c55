import type { TestProject } from 'vitest/node';
import { readConfig } from '../../config.js';
import { buildPackage } from './build-package.js';
import { startTestEnvironment, type TestEnvironment } from '../../packages/testing/test-environment.js';

declare module 'vitest' {
  interface ProvidedContext {
    environment: TestEnvironment;
  }
}

/** One Temporal server, one Postgres, one bundle for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The server's garbage collector runs a quarter as often: of the time of the cores it takes much.
  process.env.GOGC ??= '400';
  const { temporalAddress, databaseUrl, temporalCliPath } = readConfig();
  const built = await buildPackage();
  const { environment, stop } = await startTestEnvironment({
    temporalAddress,
    databaseUrl,
    temporalCliPath,
    // A dead worker's Workflow Tasks are given up after two seconds instead of ten: a crash then costs seconds.
    dynamicConfig: { 'history.defaultWorkflowTaskTimeout': '2s', 'frontend.WorkflowPauseEnabled': true },
    onProgress: (line) => console.error(line),
  });
  project.provide('environment', { ...environment, workerMain: built.workerMain });
  return async () => {
    await stop();
    built.remove();
  };
}
