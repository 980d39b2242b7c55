import { startTestEnvironment, type TestEnvironment } from 'threadline/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    environment: TestEnvironment;
  }
}

export default async function startTestServers(project: TestProject): Promise<() => Promise<void>> {
  const { environment, stop } = await startTestEnvironment();
  project.provide('environment', environment);
  return stop;
}
