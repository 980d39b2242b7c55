import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calculate } from '../../../extend/tools/calculate.js';
import { currentTime } from '../../../extend/tools/current-time.js';
import { defineTool, type ToolContext, type ToolDefinition } from '../../../extend/tools/define-tool.js';
import { createToolRegistry } from '../../../extend/tools/tool-registry.js';

const CONTEXT: ToolContext = {
  idempotencyKey: 'execution/1/call',
  abortSignal: new AbortController().signal,
  user: null,
  executionId: 'execution',
  conversationId: null,
  turnId: null,
  artifacts: { save: ({ name }) => Promise.resolve({ name }), read: () => Promise.resolve(undefined) },
  touch: () => undefined,
  progress: () => undefined,
  trajectory: {
    add: () => Promise.resolve('State(x)'),
    modify: () => Promise.resolve(),
    advance: () => Promise.resolve(),
    branch: () => Promise.resolve(),
    view: () => Promise.reject(new Error('no trajectory')),
  },
  log: { info: () => undefined, warn: () => undefined },
};

describe('defineTool', () => {
  test.each(['a', 'get_weather-2', 'A'.repeat(64), '_', '-'])("name '%s' -> accepted", (name) => {
    expect(toolNamed(name).name).toBe(name);
  });

  test.each(['', 'A'.repeat(65), 'get weather', 'wetter.de', 'größe', 'a\n', '工具'])(
    'name %j, which a provider would refuse -> an error naming it',
    (name) => {
      expect(() => toolNamed(name)).toThrow(`Tool name '${name}' must be 1 to 64 letters`);
    },
  );
});

describe('createToolRegistry', () => {
  test('a registered name -> its tool; an unknown name -> undefined', () => {
    const tools = createToolRegistry([calculate, currentTime]);
    expect(tools.find('calculate')).toBe(calculate);
    expect(tools.find('toString')).toBeUndefined();
  });

  test('several names -> their schemas in that order, without the dialect', () => {
    const schemas = createToolRegistry([calculate, currentTime]).schemas(['current_time', 'calculate']);
    expect(schemas.map((schema) => schema.name)).toEqual(['current_time', 'calculate']);
    expect(schemas[1]).toMatchObject({
      description: calculate.description,
      inputSchema: {
        type: 'object',
        properties: { expression: { type: 'string', maxLength: 1_000 } },
        required: ['expression'],
      },
    });
    expect(schemas[1]?.inputSchema).not.toHaveProperty('$schema');
  });

  test('an input with a default -> optional for the model', () => {
    const tool = toolWith(z.object({ unit: z.enum(['C', 'F']).default('C') }));
    expect(createToolRegistry([tool]).schemas(['tool'])[0]?.inputSchema.required ?? []).toEqual([]);
  });

  test.each([
    ['some tools', [calculate], 'calculate'],
    ['no tools', [], 'none'],
  ])(
    'an unregistered name, with %s registered -> an error with it and the registered ones',
    (_name, tools, known) => {
      expect(() => createToolRegistry(tools).schemas(['search'])).toThrow(
        `Tool 'search' is not registered; registered tools: ${known}`,
      );
    },
  );

  test('two tools with the same name -> an error naming it', () => {
    expect(() => createToolRegistry([calculate, calculate])).toThrow("Two tools are named 'calculate'");
  });

  test.each([
    ['a text', z.string()],
    ['a list', z.array(z.string())],
  ])('an input that is %s -> an error naming the tool', (_name, input) => {
    expect(() => createToolRegistry([toolWith(input)])).toThrow(
      "The input of tool 'tool' must be an object schema",
    );
  });

  test('an input that JSON Schema cannot express -> an error', () => {
    expect(() => createToolRegistry([toolWith(z.object({ when: z.date() }))])).toThrow();
  });
});

describe('calculate', () => {
  test('an expression -> the expression and its value', () => {
    expect(calculate.execute({ expression: '(12.5 * 3) / 4' }, CONTEXT)).toEqual({
      expression: '(12.5 * 3) / 4',
      result: 9.375,
    });
  });

  test('more than 1,000 characters -> refused by its schema', () => {
    expect(calculate.input.safeParse({ expression: '1'.repeat(1_001) }).success).toBe(false);
  });
});

describe('currentTime', () => {
  test('no zone -> the current time in UTC', () => {
    const before = Date.now();
    const result = currentTime.execute({}, CONTEXT) as { iso: string; timeZone: string; local: string };
    expect(Date.parse(result.iso)).toBeGreaterThanOrEqual(before);
    expect(result).toMatchObject({ timeZone: 'UTC', local: expect.stringContaining('UTC') as string });
  });

  test('a zone that does not exist -> an error naming it', () => {
    expect(() => currentTime.execute({ timeZone: 'Mars/Olympus' }, CONTEXT)).toThrow('Mars/Olympus');
  });
});

function toolNamed(name: string): ToolDefinition {
  return defineTool({ name, description: 'Does it', input: z.object({}), execute: () => null });
}

function toolWith(input: z.ZodType): ToolDefinition {
  return defineTool({ name: 'tool', description: 'Does it', input, execute: () => null });
}
