import { z } from 'zod';
import { fitsPattern } from '../protocol/name-pattern.js';
import type { ToolDefinition } from './define-tool.js';

/** A tool as a model is offered it. */
export interface ToolSchema {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** Tools that come and go while a worker runs: those of one server. */
export interface ToolSource {
  /** The prefix of its tools' names, which no other tools have: `files__`. */
  readonly prefix: string;
  /** The tool of this name that is there now. */
  find(name: string): ToolDefinition | undefined;
  /** The tools that are there now of a name, or of a pattern as `files__read_*`. */
  schemas(pattern: string): ToolSchema[];
}

/** The tools a worker has, by name. */
export interface ToolRegistry {
  find(name: string): ToolDefinition | undefined;
  /** All of them, in the order they were registered; the tools of a source as one pattern, `files__*`. */
  names(): readonly string[];
  /** Whether a flow may name this: a registered tool, or a name or pattern of a source. */
  knows(name: string): boolean;
  /** Whether some of the names are of a source, so that other tools may fit them later. */
  mayChange(names: readonly string[]): boolean;
  /** Whether an agent with these names, patterns among them, may call a tool. */
  allows(names: readonly string[], name: string): boolean;
  /**
   * Schemas of the named tools, in that order. `planned`: the tools that a turn was planned with, which stand for those of
   * sources. Throws naming the first one that is not registered.
   */
  schemas(names: readonly string[], planned?: readonly ToolSchema[]): ToolSchema[];
}

/** Registers tools. Throws when two have one name, or an input schema that JSON Schema cannot say. */
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
    if (source !== undefined)
      throw new Error(
        `Tool '${tool.name}' has a name that begins as those of a server's tools: '${source.prefix}'`,
      );
    byName.set(tool.name, { tool, schema: toSchema(tool) });
  }
  const listNames = (): string[] => [...byName.keys(), ...sources.map(({ prefix }) => `${prefix}*`)];
  const findSchemas = (name: string, planned: readonly ToolSchema[] | undefined): ToolSchema[] => {
    const source = findSource(name);
    if (source !== undefined)
      return planned?.filter((schema) => fitsPattern(name, schema.name)) ?? source.schemas(name);
    const known = byName.get(name);
    if (known === undefined)
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
      // A tool may fit several patterns, and no provider takes two of one name.
      return [...new Map(found.map((schema) => [schema.name, schema])).values()];
    },
  };
}

function toSchema({ name, description, input }: ToolDefinition): ToolSchema {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  if (inputSchema.type !== 'object') throw new Error(`The input of tool '${name}' must be an object schema`);
  return { name, description, inputSchema };
}
