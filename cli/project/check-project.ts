import { basename } from 'node:path';
import type { Config } from '../../config.js';
import { checkMcpServers } from '../../extend/mcp/check-mcp-servers.js';
import type { FlowContext } from '../../flow/validation/check-registered.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { createNodeRegistry } from '../../extend/nodes/node-registry.js';
import { checkFlows } from '../../worker/check-flows.js';
import { listCalledModels } from '../../worker/list-called-models.js';
import { CommandError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import type { LoadedProject } from './load-project.js';
import { readToolNames } from './read-tool-names.js';

/** Throws problems and returns warnings. `stored` has the triggers of stored flows. */
export async function checkProject(
  loaded: LoadedProject,
  { model, context }: Pick<Config, 'model' | 'context'>,
  stored?: FlowContext['triggers'],
): Promise<string[]> {
  if (loaded.kind === 'default') return [];
  const { project, file } = loaded;
  try {
    checkMcpServers(project.mcp);
    const names = await readToolNames(project);
    const nodes = createNodeRegistry(project.nodes ?? [], project.workflows);
    const models = createModelRegistry({ ...model, custom: project.models });
    const known = { tools: { names: () => names }, nodes, models, context, stored };
    const warnings = checkFlows(project.flows, known);
    for (const { id } of listCalledModels(project.flows)) await models.resolve(id);
    return warnings;
  } catch (error) {
    throw new CommandError(`Project file '${basename(file)}' is not valid: ${describeError(error)}`, {
      cause: error,
    });
  }
}
