import { readFile } from 'node:fs/promises';
import type { WorkerOptions } from '@temporalio/worker';

const MARK = '/workflows/conversation/conversation.';

export async function checkBundle({ workflowBundle }: Pick<WorkerOptions, 'workflowBundle'>): Promise<void> {
  if (workflowBundle === undefined) return;
  const code =
    'code' in workflowBundle ? workflowBundle.code : await readFile(workflowBundle.codePath, 'utf8');
  if (!code.includes(MARK))
    throw new Error(
      "The 'workflowBundle' lacks Threadline's Workflows: pass the plugin in 'plugins' of bundleWorkflowCode",
    );
}
