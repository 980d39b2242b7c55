import { flowJsonSchema } from '../../flow/flow-json-schema.js';
import type { Option, Section } from './option.js';
import { readOperators } from './read-operators.js';

interface Schema {
  type?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
}

const NESTED = ['history', 'trajectory', 'budget'] as const;

export function readFlowSections(): Section[] {
  const { properties = {}, ...flow } = flowJsonSchema() as Schema;
  const nodes = properties['nodes']?.items?.anyOf ?? [];
  return [
    { name: 'Flow', text: flow.description ?? '', options: readOptions({ ...flow, properties }) },
    ...NESTED.map((field) => ({
      name: `Flow.${field}`,
      text: properties[field]?.description ?? '',
      options: readOptions(properties[field] ?? {}),
    })),
    {
      name: 'extraConfig',
      text: 'Overrides in the configuration of a model or an agent.',
      options: readOptions(nodes.map(readExtraConfig).find((schema) => schema !== undefined) ?? {}),
    },
    {
      name: 'Edge',
      text: properties['edges']?.description ?? '',
      options: readOptions(properties['edges']?.items ?? {}),
    },
    ...nodes.map(readKind),
    readOperators(),
  ];
}

function readExtraConfig({ properties = {} }: Schema): Schema | undefined {
  return properties['kind']?.const === 'agent'
    ? properties['config']?.properties?.['extraConfig']
    : undefined;
}

function readKind({ properties = {}, description = '' }: Schema): Section {
  const kind = properties['kind']?.const;
  const name = typeof kind === 'string' ? kind : 'custom';
  const options = readOptions(properties['config'] ?? {});
  return { name, text: description, options, exampleKeys: [name, 'call'] };
}

function readOptions({ properties = {}, required = [] }: Schema): Option[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeText(schema),
    isRequired: required.includes(name),
    text: schema.description ?? '',
  }));
}

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' | ');
  if (schema.type === 'array') return `(${typeText(schema.items ?? {})})[]`.replace(/^\((\w+)\)/, '$1');
  if (schema.type === 'object') return objectText(schema);
  const { minimum, maximum } = schema;
  const range =
    minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER
      ? ` from ${minimum} to ${maximum}`
      : '';
  return `${schema.type ?? 'anything'}${range}`;
}

function objectText({ properties }: Schema): string {
  if (!properties) return 'object';
  const names = Object.keys(properties);
  return names.length > 8 ? 'object' : `{ ${names.join(', ')} }`;
}
