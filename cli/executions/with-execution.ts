import type { Executions } from '../../client/executions/executions.js';
import { readConfig, type Config } from '../../config.js';
import { usageError } from '../program/command-error.js';
import { withClient } from '../system/open-client.js';

export async function withExecution<Result>(
  id: string,
  use: (executions: Executions, executionId: string) => Promise<Result>,
  config: Config = readConfig(),
): Promise<Result> {
  return withClient(config, async ({ executions }) => use(executions, await findExecutionId(executions, id)));
}

/** By its own id or that of `run --id`. Returns an unknown id unchanged. Throws if several match. */
export async function findExecutionId(executions: Pick<Executions, 'list'>, id: string): Promise<string> {
  if (/^(execution|conversation)\//.test(id)) return id;
  const [first, ...others] = await executions.list({ id, limit: 5 });
  if (!first) return id;
  if (others.length === 0) return first.executionId;
  const all = [first, ...others].map(({ executionId }) => `'${executionId}'`).join(', ');
  throw usageError(`Several executions have the id '${id}': use a full Workflow ID, such as ${all}`);
}
