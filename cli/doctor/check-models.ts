import type { Config } from '../../config.js';
import { askEndpoint } from '../../models/facts/ask-endpoint.js';
import { replaceLearned } from '../../models/facts/learned-facts.js';
import { describeModel, nameSetting, type ModelFact } from '../../models/facts/describe-model.js';
import { reportFacts } from '../../models/reported-facts.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { loadModelFacts } from '../../store/models/learned-model-facts.js';
import { listCalledModels } from '../../worker/list-called-models.js';
import { describeError } from '../program/describe-error.js';
import { checkProject } from '../project/check-project.js';
import { findProjectFile, loadProject } from '../project/load-project.js';
import { withDatabase } from '../system/open-client.js';
import type { Check } from './check.js';

const SOURCES: Readonly<Record<ModelFact['source'], string>> = {
  config: 'config',
  learned: 'learned from the provider',
  table: 'table of models',
  endpoint: 'endpoint',
  assumed: 'assumed',
};

export async function loadLearnedFacts(databaseUrl: string): Promise<void> {
  const stored = await withDatabase(databaseUrl, loadModelFacts).catch(() => []);
  replaceLearned(stored);
}

export async function checkProjectModels(config: Config, folder: string): Promise<Check[]> {
  const isOwn = findProjectFile(folder) !== undefined;
  try {
    const loaded = await loadProject({ folder, model: config.model });
    await checkProject(loaded, config);
    const { project } = loaded;
    const registry = createModelRegistry({ ...config.model, custom: project.models });
    const models = listCalledModels(project.flows).map(async ({ id, hasWindow }) => {
      const endpoint = registry.findEndpoint(id);
      const reported = endpoint && (await askEndpoint(endpoint, id.slice(id.indexOf(':') + 1)));
      if (reported) reportFacts('endpoint', id, reported);
      return checkModelFacts(id, { hasWindow, isSilent: endpoint !== undefined && !reported });
    });
    return await Promise.all(models);
  } catch (error) {
    if (!isOwn) return [];
    return [{ name: 'Project', status: 'fail', found: describeError(error), remedy: 'Correct it' }];
  }
}

export function checkModelFacts(
  id: string,
  { hasWindow, isSilent }: { hasWindow: boolean; isSilent: boolean },
): Check {
  const facts = describeModel(id);
  const found = facts.map((fact) => `${formatFact(fact)} (${SOURCES[fact.source]})`).join(', ');
  const check: Check = { name: `Model ${id}`, status: 'ok', found, facts };
  if (isSilent)
    return { ...check, status: 'warn', found: `${found}; its endpoint does not respond`, remedy: 'Start it' };
  const isGuess = !hasWindow && facts.some(({ fact, source }) => fact === 'window' && source === 'assumed');
  return isGuess ? { ...check, status: 'warn', remedy: `Set ${nameSetting(id, 'window')}` } : check;
}

function formatFact({ fact, value }: ModelFact): string {
  switch (fact) {
    case 'window':
      return `window ${formatNumber(value)}`;
    case 'outputLimit':
      return value === null ? 'no output limit' : `output limit ${formatNumber(value)}`;
    case 'price':
      return typeof value === 'object' && value !== null
        ? `$${value.input} and $${value.output} per million tokens`
        : 'price unknown';
    case 'tokenFactor':
      return `token factor ${formatNumber(value)}`;
    case 'images':
    case 'tools':
      return `${value === true ? 'supports' : 'does not support'} ${fact}`;
    case 'stream':
      return 'does not stream';
    case 'stallMs':
      return `stalled after ${formatNumber(value)} ms`;
    case 'systemMessages':
      return value === 'none' ? 'no system messages' : `system messages ${String(value)}`;
    case 'roles':
      return value === 'alternate' ? 'roles alternate' : 'any order of roles';
    case 'toolCallIds':
      return value === 'any' ? 'any tool call ids' : 'tool call ids of 9 characters';
    case 'lastMessage':
      return value === 'any' ? 'any last message' : 'user message last';
  }
}

function formatNumber(value: ModelFact['value']): string {
  return typeof value === 'number' ? value.toLocaleString('en') : '?';
}
