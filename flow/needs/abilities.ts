import { readWorkflowType } from '../../protocol/workflow-kind.js';
import { fitsPattern } from '../../protocol/name-pattern.js';

export interface Abilities {
  /** All tools of an MCP server are one pattern, `files__*`. */
  readonly tools: readonly string[];
  readonly kinds: readonly string[];
  readonly models: readonly string[];
}

export interface Need {
  readonly what: 'tool' | 'kind' | 'model';
  readonly name: string;
}

const WORDS = { tool: 'tool', kind: 'node kind', model: 'model' } as const;

export function describeNeed({ what, name }: Need): string {
  const type = what === 'kind' ? readWorkflowType(name) : undefined;
  return type === undefined ? `${WORDS[what]} '${name}'` : `Workflow '${type}' in 'workflows'`;
}

export function hasAbility({ tools, kinds, models }: Abilities, { what, name }: Need): boolean {
  switch (what) {
    case 'tool':
      return tools.some((tool) => fitsPattern(tool, name));
    case 'kind':
      return kinds.includes(name);
    case 'model':
      return models.some((model) => fitsPattern(model, name));
  }
}
