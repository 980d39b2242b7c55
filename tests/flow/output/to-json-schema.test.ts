import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withJsonSchema } from '../../../flow/output/to-json-schema.js';

describe('withJsonSchema', () => {
  const range = z.object({ from: z.number().min(1), to: z.string().max(5).default('x') });

  test('rules of JSON Schema and defaults -> plain JSON', () => {
    expect(withJsonSchema({ output: range })).toMatchObject({
      output: { type: 'object', properties: { from: { minimum: 1 }, to: { maxLength: 5, default: 'x' } } },
    });
  });

  test('a rule of its own, of the object or of a field -> an error with the place', () => {
    const problem = "has a rule that JSON Schema cannot express ('refine')";
    expect(() => withJsonSchema({ output: range.refine(({ from }) => from > 0) })).toThrow(
      `The output ${problem}`,
    );
    const nested = z.object({ range, name: z.string().refine((name) => name !== '') });
    expect(() => withJsonSchema({ output: nested })).toThrow(`The output at 'name' ${problem}`);
  });
});
