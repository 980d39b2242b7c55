import type { JsonSchema } from './asked-output.js';
import type { ToolChoice } from './call-settings.js';

/** A tool that whoever asks has: the agent may call it, and such a call is given back as the answer. */
export interface CallerTool {
  name: string;
  description: string;
  /** Of an object. */
  inputSchema: JsonSchema;
}

/** An earlier answer of a model, with its calls and the results that the caller sends for them. */
export interface CallerRound {
  text: string;
  calls: readonly { id: string; name: string; input: unknown; output: string }[];
}

/** The tools that the caller of one request brings, and the calls made of them since its newest message. */
export interface CallerTools {
  tools: readonly CallerTool[];
  /** Whether the agent may, must not or has to call a tool; absent: as its flow says. */
  choice?: ToolChoice | undefined;
  /** Oldest first. */
  rounds: readonly CallerRound[];
}

/** The form of a name that all providers take. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** As many as OpenAI takes. */
const MAX_TOOLS = 128;
/** Their descriptions are sent with every call. */
const MAX_CHARACTERS = 200_000;

/** Returns the problem of a caller's tools that shows without a look at the flow, as a sentence; undefined: there is none. */
export function callerToolsShapeProblem({ tools }: Pick<CallerTools, 'tools'>): string | undefined {
  if (tools.length > MAX_TOOLS) return `There are ${tools.length} tools: at most ${MAX_TOOLS} are taken`;
  const names = new Set<string>();
  for (const { name, inputSchema } of tools) {
    if (!TOOL_NAME.test(name))
      return `A tool's name has 1 to 64 letters, digits, '_' and '-', not ${JSON.stringify(name.slice(0, 80))}`;
    if (names.has(name)) return `Two tools are named '${name}'`;
    names.add(name);
    if (inputSchema.type !== 'object')
      return `The parameters of tool '${name}' must be the JSON Schema of an object, with type 'object'`;
  }
  const characters = JSON.stringify(tools).length;
  if (characters > MAX_CHARACTERS)
    return `The tools have ${characters} characters as JSON; at most ${MAX_CHARACTERS} are taken`;
  return undefined;
}
