import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { flowJsonSchema } from '../../../flow/flow-json-schema.js';

describe('docs/flow.schema.json', () => {
  test('the published schema -> matches the code', async () => {
    const published = await readFile(new URL('../../../docs/flow.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(published)).toEqual(flowJsonSchema());
  });
});
