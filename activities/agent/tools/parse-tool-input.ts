import type { ToolDefinition } from '../../../tools/define-tool.js';

/**
 * Parses the arguments of a call by the tool's schema, or says for the model why they do not fit. A text is an input
 * that was no JSON: the call is refused, because a tool that runs with nothing in its place could do harm.
 */
export async function parseToolInput(
  tool: ToolDefinition,
  input: unknown,
): Promise<{ input: unknown } | { problem: string }> {
  if (typeof input === 'string') return { problem: describeNotJson(tool.name, input) };
  const parsed = await tool.input.safeParseAsync(input);
  if (parsed.success) return { input: parsed.data };
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  return {
    problem: `The arguments of '${tool.name}' do not fit its schema, so it was not run: ${issues.join('; ')}`,
  };
}

/** Tells the model that its arguments are not JSON. */
export function describeNotJson(toolName: string, input: string): string {
  return `The arguments of '${toolName}' are not JSON, so it was not run: ${input.slice(0, 200)}`;
}
