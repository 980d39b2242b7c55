import { listField, MISSING_FIELD, strictFields, textField } from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { MODELS_SCHEMA } from '../schema/names.js';
import type { AgentConfig } from './agent.js';
import { CONTEXT_WINDOW } from './call-fields.js';
import { TEMPERATURE } from './call-setting-fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CATEGORY = strictFields({
  name: textField("The category's name, which the model returns.", { min: 1 }),
  description: textField('What belongs in the category.').optional(),
});

const CATEGORIES = listField(CATEGORY, { what: 'categories', min: 2, max: FLOW_LIMITS.categories })
  .check(({ value, issues }) => {
    const names = new Set<string>();
    value.forEach(({ name }, index) => {
      const message = 'each category needs its own name';
      if (names.has(name)) issues.push({ code: 'custom', input: name, path: [index, 'name'], message });
      names.add(name);
    });
  })
  .describe('The categories to choose from; at least two.');

const CONFIG = strictFields({
  model: MODELS_SCHEMA,
  categories: CATEGORIES,
  instructions: textField('More instructions on how to choose.').optional(),
  input: textField('The text to categorize, as a template. Default: the last message.').optional(),
  fallback: textField('The category for an answer that names none. Default: the node fails.').optional(),
  missing: MISSING_FIELD.optional(),
  temperature: TEMPERATURE.optional(),
  extraConfig: strictFields({ contextWindow: CONTEXT_WINDOW })
    .describe('Overrides of facts that are otherwise looked up.')
    .optional(),
});
const SCHEMA = nodeSchema('categorizer', CONFIG).describe(
  'Categorizes a text with a model. Output: category.',
);

export type CategorizerConfig = Described<typeof CONFIG>;
export type CategorizerNode = Described<typeof SCHEMA>;

export const categorizerKind = {
  schema: SCHEMA,
  output: ['category'],
  shape: 'diamond',
  templates: ({ categories, instructions, input }: CategorizerConfig) => [
    ...categories.map(({ description }, index) => ({
      field: `config.categories[${index}].description`,
      value: description,
    })),
    { field: 'config.instructions', value: instructions },
    { field: 'config.input', value: input },
  ],
  calls: (config: CategorizerConfig): AgentConfig => ({
    model: config.model,
    system: writePrompt(config),
    prompt: config.input,
    maxSteps: 1,
    temperature: config.temperature ?? 0,
    extraConfig: { ...config.extraConfig, conversationMemory: false },
  }),
} satisfies NodeKind<typeof SCHEMA, CategorizerConfig>;

/** Asks a model for the category of a text. */
export function categorizer(config: CategorizerConfig, label?: string): Draft<CategorizerNode> {
  return { kind: 'categorizer', label, config };
}

function writePrompt({ categories, instructions }: CategorizerConfig): string {
  const list = categories.map(
    ({ name, description }) => `- ${name}${description === undefined ? '' : `: ${description}`}`,
  );
  return [
    'Name the category of the text that you are given. Answer with the name of one category and nothing else.',
    `Categories:\n${list.join('\n')}`,
    ...(instructions === undefined ? [] : [instructions]),
  ].join('\n\n');
}
