import { z } from 'zod';
import type { ToolDefinition } from './define-tool.js';

/** A tool as a model is offered it. */
export interface ToolSchema {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** The tools a worker has, by name. */
export interface ToolRegistry {
  find(name: string): ToolDefinition | undefined;
  /** All of them, in the order they were registered. */
  names(): readonly string[];
  /** Schemas of the named tools, in that order. Throws naming the first one that is not registered. */
  schemas(names: readonly string[]): ToolSchema[];
}

/** Registers tools. Throws when two have one name, or an input schema that JSON Schema cannot say. */
export function createToolRegistry(tools: readonly ToolDefinition[]): ToolRegistry {
  const byName = new Map<string, { tool: ToolDefinition; schema: ToolSchema }>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools are named '${tool.name}'`);
    byName.set(tool.name, { tool, schema: toSchema(tool) });
  }
  return {
    find: (name) => byName.get(name)?.tool,
    names: () => [...byName.keys()],
    schemas: (names) =>
      names.map((name) => {
        const known = byName.get(name);
        if (known === undefined)
          throw new Error(
            `Tool '${name}' is not registered; registered tools: ${[...byName.keys()].join(', ') || 'none'}`,
          );
        return known.schema;
      }),
  };
}

function toSchema({ name, description, input }: ToolDefinition): ToolSchema {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  if (inputSchema.type !== 'object') throw new Error(`The input of tool '${name}' must be an object schema`);
  return { name, description, inputSchema };
}
