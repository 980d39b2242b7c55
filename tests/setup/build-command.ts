import type { TestProject } from 'vitest/node';
import { buildPackage } from './build-package.js';

declare module 'vitest' {
  interface ProvidedContext {
    command: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const { command, remove } = await buildPackage();
  project.provide('command', command);
  return remove;
}
