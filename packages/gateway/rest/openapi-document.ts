import { z } from 'zod';
import { ANSWER_NAMES } from './answer-names.js';
import type { AnswerKind, RestRoute } from './rest-route.js';

interface NamedSchemas {
  schemas: Record<string, unknown>;
  operation: string;
}

interface Schema {
  properties?: Record<string, unknown>;
  required?: readonly string[];
}

const MEDIA_TYPES: Readonly<Record<AnswerKind['kind'], string>> = {
  json: 'application/json',
  events: 'text/event-stream',
  changes: 'text/event-stream',
  file: '*/*',
};

const PROBLEMS = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503];
const BINARY = { type: 'string', format: 'binary' };
const FOR_USER = '#/components/parameters/user';

export function openapiDocument(
  routes: readonly RestRoute[],
  { base, version }: { base: string; version: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Record<string, unknown> = {};
  for (const route of routes) {
    const path = `${base}${route.path}`;
    paths[path] = {
      ...paths[path],
      [route.method]: describeRoute(route, { schemas, operation: nameOperation(route) }),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Threadline', version },
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      parameters: {
        user: {
          name: 'threadline-user',
          in: 'header',
          description: 'Administrators only: act for this user (percent-encoded)',
          schema: { type: 'string' },
        },
      },
      responses: {
        problem: { description: 'A problem', content: { 'application/json': { schema: toSchema(PROBLEM) } } },
      },
      schemas,
    },
  };
}

const PROBLEM = z.strictObject({
  error: z.strictObject({
    type: z.string().describe('A failure type from the client reference'),
    message: z.string(),
    retryId: z.string().optional().describe('Id that makes a retry of the request idempotent'),
  }),
});

function describeRoute(route: RestRoute, named: NamedSchemas): object {
  const { path, summary, query, answer } = route;
  const problem = { $ref: '#/components/responses/problem' };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    summary,
    tags: [path.split('/')[1]],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(query ? queryParameters(toSchema(query)) : []),
      ...(answer?.kind === 'events'
        ? [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
      { $ref: FOR_USER },
    ],
    ...describeBody(route, named),
    responses: {
      ...Object.fromEntries(PROBLEMS.map((status) => [status, problem])),
      [answer?.status ?? (answer ? 200 : 204)]: {
        description: answer?.says ?? 'Done',
        ...(answer && { content: describeAnswer(answer, named) }),
      },
      ...(answer?.kind === 'events' && { 204: { description: 'Nothing follows `Last-Event-ID`' } }),
    },
  };
}

function describeBody({ body, isUpload }: RestRoute, named: NamedSchemas): object {
  if (isUpload)
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: BINARY } } } };
  if (!body) return {};
  const schema = referTo(body, { io: 'input', named });
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function nameOperation({ method, path }: RestRoute): string {
  return `${method}${path.replaceAll('/', '.').replaceAll(/[{}]/g, '')}`;
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

function describeAnswer(answer: AnswerKind, named: NamedSchemas): object {
  if (answer.kind === 'file') return { [answer.mediaType ?? MEDIA_TYPES.file]: { schema: BINARY } };
  return { [MEDIA_TYPES[answer.kind]]: { schema: referTo(answer.schema, { io: 'output', named }) } };
}

/** Zod's references start at the schema, OpenAPI's at the document. */
function referTo(
  schema: z.ZodType,
  { io, named: { schemas, operation } }: { io: 'input' | 'output'; named: NamedSchemas },
): object {
  // Wrapped, because Zod never replaces the outermost schema by a reference.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
    io,
    unrepresentable: 'any',
    ...(io === 'output' && { metadata: ANSWER_NAMES }),
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  // Zod numbers each schema's unnamed schemas separately.
  const toReferences = (text: string) =>
    text.replaceAll('__schema', `${operation}.${io}`).replaceAll('#/$defs/', '#/components/schemas/');
  Object.assign(schemas, JSON.parse(toReferences(JSON.stringify($defs))));
  return JSON.parse(toReferences(JSON.stringify(properties?.['it']))) as object;
}
