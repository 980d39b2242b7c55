import type { ToolOutput } from '../../../context/message/entries.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ToolSchema } from '../../../extend/tools/tool-registry.js';
import type { Touched } from '../../../trajectory/touched/touched-thing.js';

export interface BuiltInTools<Execution = ExecutionFacts> {
  schemas(threadDepth?: number): ToolSchema[];
  has(name: string): boolean;
  /** Throws only if the store fails. */
  run(name: string, input: unknown, how: BuiltInRun<Execution>): Promise<BuiltInResult>;
}

export interface BuiltInResult {
  output: ToolOutput;
  touched?: readonly Touched[];
}

interface BuiltInRun<Execution> {
  execution: Execution;
  maxTokens: number;
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

export function toRecord(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
