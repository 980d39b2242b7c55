import type { ToolDefinition } from '../../../tools/define-tool.js';

/**
 * The arguments of a call as the tool's schema takes them, or why they do not fit, for the model to read. A
 * text is what could not be parsed: run with nothing in its place, a tool could do harm.
 */
export async function parseToolInput(
  tool: ToolDefinition,
  input: unknown,
): Promise<{ input: unknown } | { problem: string }> {
  if (typeof input === 'string') return { problem: notJson(tool.name, input) };
  const parsed = await tool.input.safeParseAsync(input);
  if (parsed.success) return { input: parsed.data };
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  return {
    problem: `The arguments of '${tool.name}' do not fit its schema, so it was not run: ${issues.join('; ')}`,
  };
}

/** What a model is told whose arguments are no JSON. */
export function notJson(toolName: string, input: string): string {
  return `The arguments of '${toolName}' are not JSON, so it was not run: ${input.slice(0, 200)}`;
}
