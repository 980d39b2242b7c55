import type { TestProject } from 'vitest/node';
import { startTestEnvironment } from '../../testing/test-environment.js';

/** A server that gives up a dead worker's Workflow Tasks after two seconds: a crash then costs seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { environment, stop } = await startTestEnvironment({
    dynamicConfig: { 'history.defaultWorkflowTaskTimeout': '2s' },
    onProgress: (line) => console.error(line),
  });
  project.provide('environment', environment);
  return stop;
}
