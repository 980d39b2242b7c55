import type { JsonSchema } from './json-schema.js';
import type { ToolChoice } from './call-settings.js';

/** Its calls are returned as the answer. */
export interface CallerTool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
}

export interface CallerRound {
  text: string;
  calls: readonly { id: string; name: string; input: unknown; output: string }[];
}

export interface CallerTools {
  tools: readonly CallerTool[];
  /** Default: the flow's setting. */
  choice?: ToolChoice | undefined;
  rounds: readonly CallerRound[];
}

/** All providers accept these names. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** OpenAI's limit. */
const MAX_TOOLS = 128;
/** Limited, because every call includes the tools. */
const MAX_CHARACTERS = 200_000;

export function callerToolsShapeProblem({ tools }: Pick<CallerTools, 'tools'>): string | undefined {
  if (tools.length > MAX_TOOLS) return `There are ${tools.length} tools: at most ${MAX_TOOLS} are accepted`;
  const names = new Set<string>();
  for (const { name, inputSchema } of tools) {
    if (!TOOL_NAME.test(name))
      return `A tool's name must have 1 to 64 letters, digits, '_' and '-', not ${JSON.stringify(name.slice(0, 80))}`;
    if (names.has(name)) return `Two tools are named '${name}'`;
    names.add(name);
    if (inputSchema.type !== 'object')
      return `The parameters of tool '${name}' must be the JSON Schema of an object, with type 'object'`;
  }
  const characters = JSON.stringify(tools).length;
  if (characters > MAX_CHARACTERS)
    return `The tools have ${characters} characters as JSON; at most ${MAX_CHARACTERS} are accepted`;
  return undefined;
}
