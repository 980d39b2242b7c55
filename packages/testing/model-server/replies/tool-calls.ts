import type { FinishReason, ScriptedToolCall, ToolCallsReply } from './reply.js';
import type { ReplyUsage } from './usage.js';

export interface ToolCallInput {
  /** Default: `call_<request>_<index>`, unique per server. */
  readonly id?: string;
  readonly name: string;
  /** A string is sent unchanged, so it may be broken JSON. */
  readonly arguments: object | string;
}

export interface ToolCallsOptions {
  /** Before the calls. Default: none. */
  readonly text?: string;
  /** Before each chunk, in milliseconds. Default: none. */
  readonly delayMs?: number;
  /** Default: estimated at four characters per token. */
  readonly usage?: Partial<ReplyUsage>;
  /** Before the text, if the wire format supports it. */
  readonly reasoning?: string;
  /** If the wire format signs reasoning. Default: `signature_<request>`. */
  readonly signature?: string;
  /** Default `tool_calls`. */
  readonly finishReason?: FinishReason;
}

/** Calls of one answer are parallel. */
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
