import { z } from 'zod';
import { defineTool } from '../../../extend/tools/define-tool.js';

export const SPAWN_TOOL = 'spawn';
export const MAX_TASKS = 500;
export const SELF = 'self';

const TASK = z.strictObject({
  flow: z.string().describe(`Slug of the flow to run, or '${SELF}' for this one`),
  text: z.string().describe('Everything that the task needs: its flow sees nothing of this conversation'),
  data: z.record(z.string(), z.unknown()).optional().describe('Values for the flow, besides the text'),
});

export const SPAWN_INPUT = z.strictObject({ tasks: z.array(TASK) });
export type SpawnTask = z.output<typeof TASK>;

/** Has only a schema, because the Workflow runs this tool. */
export const spawnTool = defineTool({
  name: SPAWN_TOOL,
  description:
    'Runs tasks at the same time, each in a separate flow that sees only its task, and returns their ' +
    'results in the order of the tasks; for a failed task `{ error, error_code, reason }`.',
  input: SPAWN_INPUT,
  execute() {
    throw new Error('This tool runs in the Workflow');
  },
});
