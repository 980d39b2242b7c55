import type { ToolOutput } from '../../context/message/entries.js';

export function errorOutput(value: string): ToolOutput {
  return { type: 'error-text', value };
}

export function describeNotJson(toolName: string, input: string): string {
  return `The arguments of '${toolName}' are not JSON, so it was not run: ${input.slice(0, 200)}`;
}
