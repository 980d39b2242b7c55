import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../packages/gateway/rest/openapi-document.js';
import { REST_ROUTES } from '../../../packages/gateway/rest/rest-routes.js';

type Content = Record<string, { schema: object }>;
interface Operation {
  parameters: { name?: string; $ref?: string; schema?: object }[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

const document = openapiDocument(REST_ROUTES, { base: '/api/v1', version: '1' }) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = REST_ROUTES.map((route) => ({
  name: `${route.method} ${route.path}`,
  route,
  operation: document.paths[`/api/v1${route.path}`]?.[route.method],
}));

describe('openapiDocument', () => {
  test('every route -> an operation', () => {
    expect(operations.filter(({ operation }) => operation === undefined)).toEqual([]);
  });

  test.each(operations)('$name -> schemas whose references all resolve', ({ operation, route }) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'root', components: document.components });
    const contents = [
      operation?.requestBody?.content,
      ...Object.values(operation?.responses ?? {}).map(({ content }) => content),
    ];
    for (const { schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
      const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"root#/')) as object;
      expect(() => ajv.compile(rooted)).not.toThrow();
    }
    const answered = Object.values(operation?.responses ?? {}).flatMap(({ content }) =>
      Object.values(content ?? {}).map(({ schema }) => schema),
    );
    if (route.answer !== undefined && route.answer.kind !== 'file') expect(answered).not.toContainEqual({});
  });

  const operationOf = (name: string) => operations.find((one) => one.name === name)!.operation!;
  const parametersOf = (name: string) => operationOf(name).parameters.map((one) => one.name ?? one.$ref);

  test('an upload -> a binary body; files -> their media type', () => {
    expect(operationOf('post /uploads').requestBody?.content).toEqual({
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    });
    expect(Object.keys(operationOf('get /uploads/{ref}').responses['200']?.content ?? {})).toEqual(['*/*']);
    const page = operationOf('get /executions/{executionId}/trajectory/page');
    expect(Object.keys(page.responses['200']?.content ?? {})).toEqual(['text/html']);
  });

  test('streams -> Last-Event-ID and 204 only if they can be resumed', () => {
    const resumable = operations.filter(({ operation }) =>
      operation?.parameters.some(({ name }) => name === 'Last-Event-ID'),
    );
    expect(resumable.map(({ name }) => name).toSorted()).toEqual([
      'get /conversations/{flow}/turns/{turnId}/events',
      'get /executions/{executionId}/events',
    ]);
    for (const { operation } of resumable) expect(operation?.responses).toHaveProperty('204');
    expect(operationOf('get /changes').responses).not.toHaveProperty('204');
  });

  test('every route -> 405 and the user of an administrator', () => {
    for (const { name, operation } of operations) {
      expect(operation?.responses).toHaveProperty('405');
      expect(parametersOf(name)).toContain('#/components/parameters/user');
    }
  });

  test('limits -> integers with their own default', () => {
    const defaults = [
      'get /memories',
      'get /conversations/{flow}/summaries',
      'get /search',
      'get /approvals',
    ].map((name) => operationOf(name).parameters.find((one) => one.name === 'limit')?.schema);
    expect(defaults).toMatchObject([
      { type: 'integer', maximum: 200, description: '1 to 200, default 100' },
      { type: 'integer', maximum: 500, description: '1 to 500, default 100' },
      { type: 'integer', maximum: 100, description: '1 to 100, default 20' },
      { type: 'integer', maximum: 500, description: '1 to 500, default 50' },
    ]);
  });

  test('an answer with an undocumented field -> invalid', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'root', components: document.components });
    const receipt = { turnId: '1', executionId: 'e', position: 0 };
    const isReceipt = ajv.compile({ $ref: 'root#/components/schemas/TurnReceipt' });
    expect([isReceipt(receipt), isReceipt({ ...receipt, more: 1 })]).toEqual([true, false]);
  });
});
