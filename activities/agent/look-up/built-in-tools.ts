import type { ToolOutput } from '../../../context/message/entries.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ToolSchema } from '../../../tools/tool-registry.js';

/** Tools of this project that read back what a context no longer holds. */
export interface BuiltInTools<Execution = ExecutionFacts> {
  /** The tools that a model is offered in a thread of this depth; default 0, a conversation. */
  schemas(threadDepth?: number): ToolSchema[];
  has(name: string): boolean;
  /** Gives a page of at most `maxTokens` plain tokens, or an error output; throws only for a failure of the store. */
  run(name: string, input: unknown, how: BuiltInRun<Execution>): Promise<ToolOutput>;
}

/** For whom a tool of this project runs. */
interface BuiltInRun<Execution> {
  execution: Execution;
  /** Plain tokens that the result may have. */
  maxTokens: number;
  /** Counts as the model does, its factor left out; default: our plain count. */
  countText?: (text: string) => number;
  /** Whether the model is shown pictures. */
  takesPictures: boolean;
}

/** Makes the schema of a tool that takes an object of these fields and no others. */
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

/** Takes an input of any shape as an object, empty where it is none; the readers check every value. */
export function toRecord(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
