import type { FinishReason, TextReply } from './reply.js';
import { splitText } from './split-text.js';
import type { ReplyUsage } from './usage.js';

export interface TextOptions {
  /** The number of chunks, or the chunks, whose concatenation must be the answer. Default: 8. */
  readonly chunks?: number | readonly string[];
  /** Before each chunk, in milliseconds. Default: none. */
  readonly delayMs?: number;
  /** Default: estimated at four characters per token. */
  readonly usage?: Partial<ReplyUsage>;
  /** If the wire format supports it. */
  readonly reasoning?: string;
  /** If the wire format signs reasoning. Default: `signature_<request>`. */
  readonly signature?: string;
  /** Default `stop`. */
  readonly finishReason?: FinishReason;
}

const DEFAULT_CHUNKS = 8;

/** Throws if the given chunks do not add up to the answer. */
export function text(answer: string, options: TextOptions = {}): TextReply {
  const { chunks = DEFAULT_CHUNKS } = options;
  const parts = typeof chunks === 'number' ? splitText(answer, chunks) : chunks;
  if (parts.join('') !== answer) {
    throw new Error(`The chunks '${parts.join('|')}' do not add up to the answer '${answer}'`);
  }
  return {
    kind: 'text',
    answer,
    chunks: parts,
    delayMs: options.delayMs ?? 0,
    reasoning: options.reasoning ?? '',
    finishReason: options.finishReason ?? 'stop',
    signature: options.signature,
    usage: options.usage,
  };
}
