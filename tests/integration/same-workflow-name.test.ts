import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import { ThreadlinePlugin } from '../../worker/index.js';

describe('ThreadlinePlugin', () => {
  test("a Workflow with the name of Threadline's -> the bundling fails with the name", async () => {
    const workflowsPath = fileURLToPath(new URL('fixtures/same-workflow-name.ts', import.meta.url));
    const plugins = [new ThreadlinePlugin({})];
    const logger = new DefaultLogger('ERROR', () => undefined);
    await expect(bundleWorkflowCode({ workflowsPath, plugins, logger })).rejects.toThrow(
      "Workflow 'conversation' is Threadline's",
    );
  });
});
