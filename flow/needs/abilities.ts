import { fitsPattern } from '../../protocol/name-pattern.js';

/** The tools, node kinds and models of a worker. */
export interface Abilities {
  /** Those of a server as one pattern, `files__*`. */
  readonly tools: readonly string[];
  /** Built-in and custom kinds. */
  readonly kinds: readonly string[];
  /** Those of a provider as one pattern, `openai:*`. */
  readonly models: readonly string[];
}

/** A tool, node kind or model that a flow names. */
export interface Need {
  readonly what: 'tool' | 'kind' | 'model';
  readonly name: string;
}

const WORDS = { tool: 'tool', kind: 'node kind', model: 'model' } as const;

/** Names a need in a sentence, as `node kind 'custom:crm'`. */
export function describeNeed({ what, name }: Need): string {
  return `${WORDS[what]} '${name}'`;
}

/** Whether a worker has what a flow needs. The pattern of a server or a provider covers narrower ones of a flow. */
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
