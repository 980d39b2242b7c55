import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../packages/gateway/rest/openapi-document.js';
import { REST_ROUTES } from '../../../packages/gateway/rest/rest-routes.js';

type Content = Record<string, { schema: object }>;
interface Operation {
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

  test('an answer with an undocumented field -> invalid', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'root', components: document.components });
    const receipt = { turnId: '1', executionId: 'e', position: 0 };
    const isReceipt = ajv.compile({ $ref: 'root#/components/schemas/TurnReceipt' });
    expect([isReceipt(receipt), isReceipt({ ...receipt, more: 1 })]).toEqual([true, false]);
  });
});
