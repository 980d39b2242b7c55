import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hideErrors } from '../../../packages/gateway/rest/hide-errors.js';
import { REST_ROUTES } from '../../../packages/gateway/rest/rest-routes.js';

const SECRET = 'Incorrect API key provided: sk-abc';
const SHOWN = ['.problems.message', '.stuckApprovals.reason'];
const SUSPECT = /error|failure|message|reason|problem|cause|detail/i;

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

const answers = REST_ROUTES.flatMap(({ method, path, answer }) =>
  answer && answer.kind !== 'file' ? [{ name: `${method} ${path}`, schema: answer.schema }] : [],
);

describe('hideErrors', () => {
  test('each field of an answer that may have a message of an error -> hidden, except two that have none of a provider', () => {
    const left = answers.flatMap(({ schema }) => {
      const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }) as Schema;
      return samplesOf(json, json).flatMap((sample) => findSecrets(hideErrors(sample)));
    });
    expect([...new Set(left)].sort()).toEqual(SHOWN);
  });
});

function samplesOf(schema: Schema, root: Schema, { name = '', depth = 0 } = {}): unknown[] {
  if (depth > 12) return [null];
  const found = schema.$ref ? resolve(schema.$ref, root) : schema;
  const next = { name, depth: depth + 1 };
  const choices = found.anyOf ?? found.oneOf;
  if (choices) return choices.flatMap((choice) => samplesOf(choice, root, next));
  if (found.const !== undefined) return [found.const];
  if (found.enum) return found.enum.includes('failed') ? ['failed'] : [found.enum[0]];
  if (found.items) return samplesOf(found.items, root, next).map((item) => [item]);
  if (found.properties) return objectsOf(found.properties, root, depth);
  if (found.type === 'string') return [SUSPECT.test(name) && !/type$/i.test(name) ? SECRET : 'x'];
  return [found.type === 'number' || found.type === 'integer' ? 1 : null];
}

function objectsOf(properties: Record<string, Schema>, root: Schema, depth: number): object[] {
  const values = Object.entries(properties).map(
    ([name, schema]) => [name, samplesOf(schema, root, { name, depth: depth + 1 })] as const,
  );
  const most = Math.max(1, ...values.map(([, list]) => list.length));
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(values.map(([name, list]) => [name, list[at % list.length]])),
  );
}

function resolve(ref: string, root: Schema): Schema {
  if (ref === '#') return root;
  return root.$defs?.[ref.replace('#/$defs/', '')] ?? {};
}

function findSecrets(value: unknown, path = ''): string[] {
  if (value === SECRET) return [path];
  if (Array.isArray(value)) return value.flatMap((item) => findSecrets(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => findSecrets(inner, `${path}.${key}`));
}
