import type { TestProjectInlineConfiguration } from 'vitest/config';

/** Minutes each, for what other tests prove in small. */
export const LONG_TESTS = '**/*.long.test.ts';

/** Two cores: one file that drives servers and one that thinks. */
export const WORKERS = { maxWorkers: 2, pool: 'forks' } as const;

/** Nothing is asserted about time, so a test waits as long as a machine with busy cores may need. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** Runs before each file. */
const SETUP = ['tests/setup/forget-models.ts'];

interface TestFiles {
  include: string[];
  exclude?: string[];
}

/** Tests that need no server. */
export function unitProject(files: TestFiles): TestProjectInlineConfiguration {
  // No file leaves a state that another one meets, so what they import is loaded once.
  return { test: { name: 'unit', isolate: false, setupFiles: SETUP, ...PATIENCE, ...files } };
}

/** Tests beside a Temporal server, a Postgres and a bundle of the Workflows, which the whole run shares. */
export function integrationProject(files: TestFiles): TestProjectInlineConfiguration {
  return {
    // The examples import 'threadline', as their users do.
    resolve: { tsconfigPaths: true },
    test: {
      name: 'integration',
      isolate: false,
      globalSetup: ['tests/setup/global-setup.ts'],
      setupFiles: [...SETUP, 'tests/setup/quiet-runtime.ts'],
      ...PATIENCE,
      ...files,
    },
  };
}

/** Tests that start servers and commands of their own. */
export function systemProject(files: TestFiles): TestProjectInlineConfiguration {
  return {
    test: {
      name: 'system',
      isolate: false,
      globalSetup: ['tests/setup/build-command.ts'],
      ...PATIENCE,
      ...files,
    },
  };
}
