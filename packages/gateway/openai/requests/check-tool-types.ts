import { invalidField } from '../errors/openai-error.js';

const BY_FLOW = "Give the flow's agent your own tool instead";

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^web_search/, `the flow decides where it searches. ${BY_FLOW}`],
  [/^file_search$/, `the flow decides which files it searches. ${BY_FLOW}, or send files with the message`],
  [/^code_interpreter$/, `a flow does not run code from a model. ${BY_FLOW}`],
  [/^image_generation$/, 'answers are text only'],
  [/^computer/, `a flow does not control a computer. ${BY_FLOW}`],
  [/^(local_)?shell$|^apply_patch$/, `a flow does not run commands from a model. ${BY_FLOW}`],
  [/^mcp$/, "MCP servers are set in the project's configuration"],
  [/^custom$/, "a tool's input must be a JSON object. Declare the tool as a 'function'"],
];

/** Rejects a provider's built-in tools, which would run at the provider. */
export function checkToolTypes(body: Readonly<Record<string, unknown>>): void {
  const { tools, tool_choice: choice } = body;
  if (Array.isArray(tools))
    for (const [index, tool] of (tools as unknown[]).entries())
      checkType(readType(tool), `tools.${index}.type`);
  if (typeof choice === 'object') checkType(readType(choice), 'tool_choice.type');
}

function checkType(type: unknown, param: string): void {
  if (typeof type !== 'string' || type === 'function') return;
  const [, reason = `only 'function' tools are. ${BY_FLOW}`] =
    REASONS.find(([name]) => name.test(type)) ?? [];
  throw invalidField(
    param,
    `The tool type '${type.slice(0, 80)}' is not supported: ${reason}`,
    'unsupported_value',
  );
}

function readType(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null && 'type' in tool ? tool.type : undefined;
}
