import type { FinishReason, ScriptedToolCall, ToolCallsReply } from './reply.js';
import type { ReplyUsage } from './usage.js';

/** One tool call to script. */
export interface ToolCallInput {
  /** Default: `call_<request>_<index>`, unique within one server. */
  readonly id?: string;
  readonly name: string;
  /** An object is sent as JSON; a string is sent as it is, so that it may be broken JSON. */
  readonly arguments: object | string;
}

/** The options of a scripted answer with tool calls. */
export interface ToolCallsOptions {
  /** Text before the calls; default none. */
  readonly text?: string;
  /** Pause before each chunk, in milliseconds; default none. */
  readonly delayMs?: number;
  /** Default: estimated at four characters a token. */
  readonly usage?: Partial<ReplyUsage>;
  /** Streamed before the text, where the wire format has a place for it. */
  readonly reasoning?: string;
  /** The signature of the reasoning, where the wire format signs it; default `signature_<request>` when there is reasoning. */
  readonly signature?: string;
  /** Default `tool_calls`. */
  readonly finishReason?: FinishReason;
}

/** Scripts an answer that calls tools, in parallel when there is more than one. */
export function toolCalls(calls: readonly ToolCallInput[], options: ToolCallsOptions = {}): ToolCallsReply {
  return {
    kind: 'tool-calls',
    calls: calls.map(toScriptedCall),
    text: options.text ?? '',
    delayMs: options.delayMs ?? 0,
    reasoning: options.reasoning ?? '',
    finishReason: options.finishReason ?? 'tool_calls',
    signature: options.signature,
    usage: options.usage,
  };
}

function toScriptedCall(call: ToolCallInput): ScriptedToolCall {
  const argumentsText = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  return { id: call.id, name: call.name, argumentsText };
}
