import type { ToolOutput } from '../../../context/message/entries.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { errorOutput, toToolOutput } from './to-tool-output.js';

/** Reads `{ "output": ... }`, `{ "error": "..." }`, or a person's text. */
export function readPageOutput(answer: string): ToolOutput {
  const { output, error } = parseObject(answer) ?? { output: answer };
  if (typeof error === 'string') return errorOutput(error);
  try {
    return toToolOutput(output ?? null);
  } catch (problem) {
    return errorOutput(`The page's output cannot be used: ${errorMessage(problem)}`);
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return 'output' in value || 'error' in value ? value : { output: value };
  } catch {
    return undefined;
  }
}
