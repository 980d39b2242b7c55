import type { FlowDefinition } from '../../../flow/definition.js';
import { modelNode, type CallConfig } from '../../../flow/kinds/model-node.js';
import { findReferences } from '../../../flow/templates/find-references.js';
import { hasTags } from '../../../flow/templates/has-tags.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadScope } from '../../sandbox/load-scope.js';
import { fillTemplate } from '../../sandbox/sandbox-turn.js';
import { readTraits } from '../../../flow/kinds/traits.js';

export interface PromptTemplates {
  execution: ExecutionFacts;
  flow: FlowDefinition;
  at: { nodeId: string; iteration: string };
  config: Pick<CallConfig, 'system' | 'prompt'>;
}

export interface FilledPrompts {
  system: string | undefined;
  prompt: string | undefined;
}

export async function fillPrompts(db: Database, prompts: PromptTemplates): Promise<FilledPrompts> {
  return withInstructions(await fillTemplates(db, prompts), prompts);
}

async function fillTemplates(
  db: Database,
  { execution, flow, at, config }: PromptTemplates,
): Promise<FilledPrompts> {
  const templates = [config.system, config.prompt].filter((text) => text !== undefined && hasTags(text));
  if (templates.length === 0) return { system: config.system, prompt: config.prompt };
  const { nodeId, iteration } = at;
  const scope = await loadScope(db, {
    execution,
    flow,
    nodeId,
    iteration,
    names: findReferences(templates),
  });
  const fill = async (text: string | undefined): Promise<string | undefined> =>
    text === undefined || !hasTags(text)
      ? text
      : fillTemplate({ template: text, scope }, { execution, flow, nodeId });
  return { system: await fill(config.system), prompt: await fill(config.prompt) };
}

function withInstructions(prompts: FilledPrompts, { execution, flow, at }: PromptTemplates): FilledPrompts {
  const { instructions } = execution;
  if (instructions === null || !readTraits(modelNode(flow, at.nodeId).kind).says) return prompts;
  const given = `The sender of the message gives these instructions for the answer:\n${instructions}`;
  const { system } = prompts;
  return { ...prompts, system: system?.trim() ? `${system}\n\n${given}` : given };
}
