import type { z } from 'zod';
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
  return {
    problem: `The arguments of '${tool.name}' do not fit its schema, so it was not run: ${listIssues(parsed.error)}`,
  };
}

/** Describes why the tool's schema rejects an input. Absent when it accepts the input. */
export async function describeMisfit(
  tool: Pick<ToolDefinition, 'input'>,
  input: unknown,
): Promise<string | undefined> {
  const { error } = await tool.input.safeParseAsync(input);
  return error && listIssues(error);
}

function listIssues({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ');
}

/** Tells the model that its arguments are not JSON. */
export function describeNotJson(toolName: string, input: string): string {
  return `The arguments of '${toolName}' are not JSON, so it was not run: ${input.slice(0, 200)}`;
}
