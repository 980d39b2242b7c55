import type { ToolOutput } from '../../../context/message/entries.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ToolSchema } from '../../../extend/tools/tool-registry.js';

/** Tools that read what a context no longer holds. */
export interface BuiltInTools<Execution = ExecutionFacts> {
  /** Depth 0, the default, is a conversation. */
  schemas(threadDepth?: number): ToolSchema[];
  has(name: string): boolean;
  /** Returns at most `maxTokens` or an error output; throws only if the store fails. */
  run(name: string, input: unknown, how: BuiltInRun<Execution>): Promise<ToolOutput>;
}

interface BuiltInRun<Execution> {
  execution: Execution;
  maxTokens: number;
  /** Default: our plain count. */
  countText?: (text: string) => number;
  takesPictures: boolean;
}

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

/** Readers check every value. */
export function toRecord(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
