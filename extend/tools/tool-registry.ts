import { z } from 'zod';
import { fitsPattern } from '../../protocol/name-pattern.js';
import type { ToolDefinition } from './define-tool.js';

export interface ToolSchema {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** Tools that change while a worker runs, such as those of an MCP server. */
export interface ToolSource {
  /** Such as `files__`. No other tools have this prefix. */
  readonly prefix: string;
  find(name: string): ToolDefinition | undefined;
  /** Accepts a name, or a pattern such as `files__read_*`. */
  schemas(pattern: string): ToolSchema[];
}

export interface ToolRegistry {
  find(name: string): ToolDefinition | undefined;
  /** In the order of registration. A source is one pattern, such as `files__*`. */
  names(): readonly string[];
  knows(name: string): boolean;
  /** True if a name belongs to a source. */
  mayChange(names: readonly string[]): boolean;
  allows(names: readonly string[], name: string): boolean;
  /** `planned` replaces the tools of sources. Throws for an unknown name. */
  schemas(names: readonly string[], planned?: readonly ToolSchema[]): ToolSchema[];
}

/** Throws if a name is used twice, or JSON Schema cannot express an input. */
export function createToolRegistry(
  tools: readonly ToolDefinition[],
  sources: readonly ToolSource[] = [],
): ToolRegistry {
  const byName = new Map<string, { tool: ToolDefinition; schema: ToolSchema }>();
  const findSource = (name: string): ToolSource | undefined =>
    sources.find(({ prefix }) => name.startsWith(prefix));
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`Two tools are named '${tool.name}'`);
    const source = findSource(tool.name);
    if (source)
      throw new Error(
        `Tool '${tool.name}' has the prefix '${source.prefix}' of an MCP server's tools: rename it`,
      );
    byName.set(tool.name, { tool, schema: toSchema(tool) });
  }
  const listNames = (): string[] => [...byName.keys(), ...sources.map(({ prefix }) => `${prefix}*`)];
  const findSchemas = (name: string, planned: readonly ToolSchema[] | undefined): ToolSchema[] => {
    const source = findSource(name);
    if (source) return planned?.filter((schema) => fitsPattern(name, schema.name)) ?? source.schemas(name);
    const known = byName.get(name);
    if (!known)
      throw new Error(
        `Tool '${name}' is not registered; registered tools: ${listNames().join(', ') || 'none'}`,
      );
    return [known.schema];
  };
  return {
    find: (name) => byName.get(name)?.tool ?? findSource(name)?.find(name),
    names: listNames,
    knows: (name) => byName.has(name) || findSource(name) !== undefined,
    mayChange: (names) => names.some((name) => findSource(name) !== undefined),
    allows: (names, name) =>
      names.includes(name) ||
      (findSource(name) !== undefined && names.some((pattern) => fitsPattern(pattern, name))),
    schemas(names, planned) {
      const found = names.flatMap((name) => findSchemas(name, planned));
      // Without duplicate names, which providers reject.
      return [...new Map(found.map((schema) => [schema.name, schema])).values()];
    },
  };
}

function toSchema({ name, description, input }: ToolDefinition): ToolSchema {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  if (inputSchema.type !== 'object') throw new Error(`The input of tool '${name}' must be an object schema`);
  return { name, description, inputSchema };
}
