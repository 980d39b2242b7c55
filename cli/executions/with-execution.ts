import type { Executions } from '../../client/executions/executions.js';
import { readConfig, type Config } from '../../config.js';
import { usageError } from '../program/command-error.js';
import { withClient } from '../system/open-client.js';

/** Connects a client for as long as `use` takes, and gives it the Workflow ID of the execution that a person names. */
export async function withExecution<Result>(
  id: string,
  use: (executions: Executions, executionId: string) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  return withClient(config, async ({ executions }) => use(executions, await findExecutionId(executions, id)));
}

/**
 * The Workflow ID itself, or that of the execution which `run --id` was given the id for; an id that names none is left
 * as it is. Throws where several executions have the id.
 */
export async function findExecutionId(executions: Pick<Executions, 'list'>, id: string): Promise<string> {
  if (/^(execution|conversation)\//.test(id)) return id;
  const [first, ...others] = await executions.list({ id, limit: 5 });
  if (first === undefined) return id;
  if (others.length === 0) return first.executionId;
  const all = [first, ...others].map(({ executionId }) => `'${executionId}'`).join(', ');
  throw usageError(`Several executions have the id '${id}': use a full Workflow ID, such as ${all}`);
}
