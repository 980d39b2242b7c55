import type { FinishReason, TextReply } from './reply.js';
import { splitText } from './split-text.js';
import type { ReplyUsage } from './usage.js';

/** The options of a scripted text answer. */
export interface TextOptions {
  /** How many chunks to stream it in, or the chunks themselves, which must add up to the answer; default 8. */
  readonly chunks?: number | readonly string[];
  /** Pause before each chunk, in milliseconds; default none. */
  readonly delayMs?: number;
  /** Default: estimated at four characters a token. */
  readonly usage?: Partial<ReplyUsage>;
  /** Streamed before the answer, where the wire format has a place for it. */
  readonly reasoning?: string;
  /** The signature of the reasoning, where the wire format signs it; default `signature_<request>` when there is reasoning. */
  readonly signature?: string;
  /** Default `stop`. */
  readonly finishReason?: FinishReason;
}

const DEFAULT_CHUNKS = 8;

/** Scripts a whole answer of text; throws when given chunks do not add up to it. */
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
