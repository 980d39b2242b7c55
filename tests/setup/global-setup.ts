import type { TestProject } from 'vitest/node';
import { readConfig } from '../../config.js';
import { buildPackage } from './build-package.js';
import { startTestEnvironment, type TestEnvironment } from '../../packages/testing/test-environment.js';

declare module 'vitest' {
  interface ProvidedContext {
    environment: TestEnvironment;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.GOGC ??= '400';
  const { temporalAddress, databaseUrl, temporalCliPath } = readConfig();
  const [built, { environment, stop }] = await Promise.all([
    buildPackage(),
    startTestEnvironment({
      temporalAddress,
      databaseUrl,
      temporalCliPath,
      dynamicConfig: { 'history.defaultWorkflowTaskTimeout': '2s', 'frontend.WorkflowPauseEnabled': true },
      onProgress: (line) => console.error(line),
    }),
  ]);
  project.provide('environment', { ...environment, workerMain: built.workerMain });
  return async () => {
    await stop();
    built.remove();
  };
}
