import type { ToolOutput } from '../../../context/entries.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ToolSchema } from '../../../tools/tool-registry.js';

/** Tools of ours that read back what a context no longer has. */
export interface BuiltInTools<Execution = ExecutionFacts> {
  schemas(): ToolSchema[];
  has(name: string): boolean;
  /** A page of at most `maxTokens` plain tokens, or an error result; only the store makes it throw. */
  run(name: string, input: unknown, how: { execution: Execution; maxTokens: number }): Promise<ToolOutput>;
}

/** The schema of a tool that takes an object of these fields and no others. */
export function builtInSchema(
  name: string,
  description: string,
  { required, optional }: Record<'required' | 'optional', Record<string, { type: string }>>,
): ToolSchema {
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: { ...required, ...optional },
      required: Object.keys(required),
      additionalProperties: false,
    },
  };
}

/** What a model gives is anything; the readers check every value. */
export function toRecord(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
