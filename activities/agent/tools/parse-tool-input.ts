import type { z } from 'zod';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';
import { describeNotJson } from '../tool-errors.js';

/** Rejects invalid JSON, because running a tool without its input could do harm. */
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
