import { z } from 'zod';
import type { AnswerKind, RestRoute } from './rest-route.js';

interface Schema {
  properties?: Record<string, unknown>;
  required?: readonly string[];
}

const MEDIA_TYPES: Readonly<Record<AnswerKind['kind'], string>> = {
  json: 'application/json',
  events: 'text/event-stream',
  file: 'application/octet-stream',
};

/** Statuses that every route may answer with, besides its own. */
const PROBLEMS = [400, 401, 404, 409, 413, 422, 429, 500, 503];

/** The OpenAPI document of these routes, made of the schemas that check their requests. */
export function openapiDocument(
  routes: readonly RestRoute[],
  { base, version }: { base: string; version: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `${base}${route.path}`;
    paths[path] = { ...paths[path], [route.method]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Threadline', version },
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      responses: { problem: { description: 'A problem', content: content('json', PROBLEM_SCHEMA) } },
    },
  };
}

const PROBLEM_SCHEMA = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: { type: { type: 'string' }, message: { type: 'string' }, retryId: { type: 'string' } },
      required: ['type', 'message'],
    },
  },
  required: ['error'],
};

function describeRoute({ path, summary, query, body, answer }: RestRoute): object {
  const problem = { $ref: '#/components/responses/problem' };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    summary,
    tags: [path.split('/')[1]],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(query === undefined ? [] : queryParameters(toSchema(query))),
      ...(answer?.kind === 'events'
        ? [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: content('json', toSchema(body)) } }),
    responses: {
      ...Object.fromEntries(PROBLEMS.map((status) => [status, problem])),
      [answer?.status ?? (answer === undefined ? 204 : 200)]: {
        description: answer?.says ?? 'Done',
        ...(answer !== undefined && { content: content(answer.kind, {}) }),
      },
    },
  };
}

function queryParameters({ properties = {}, required = [] }: Schema): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function toSchema(schema: z.ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as Schema;
}

function content(kind: AnswerKind['kind'], schema: object): object {
  return { [MEDIA_TYPES[kind]]: { schema } };
}
