import { listToolCalls, reasoningText, visibleText } from '../../context/message/trace-content.js';
import type { CutOffReason } from '../../protocol/finish-reason.js';
import type { NodeStatus } from '../../flow/execution/execution-status.js';
import type { CompactionProgress } from '../../store/calls/compaction-progress.js';
import type { CallProgress, ExecutionProgress } from '../../store/execution/read-progress.js';
import type { OpenQuestion } from '../../store/execution/load-open-questions.js';
import type { ToolNote } from '../../store/calls/tool-notes.js';
import { formatCall } from '../../protocol/call-place.js';
import { formatEventId, hasResult, STREAM_START, withResult, type StreamCursor } from './stream-cursor.js';

/** To resume after an event, pass its `id` as `from`. */
export type TurnEvent =
  /** The turn waits behind `ahead` others. Sent once, after five seconds. */
  | { type: 'queued'; id: string; ahead: number }
  /** The execution has started. */
  | { type: 'started'; id: string; executionId: string }
  /** A piece of the answer. */
  | { type: 'text-delta'; id: string; step: number; text: string }
  /** An answering node's thinking. */
  | { type: 'reasoning-delta'; id: string; step: number; text: string }
  /** The model requested a tool call. */
  | {
      type: 'tool-call';
      id: string;
      step: number;
      /** The place, such as `3.1`. Unlike `toolCallId`, it is unique. */
      call: string;
      toolCallId: string;
      name: string;
      input: unknown;
      /** The stored result follows. Absent while the call may run. */
      hasResult?: true | undefined;
    }
  /** A tool call ended. */
  | {
      type: 'tool-result';
      id: string;
      step: number;
      call: string;
      toolCallId: string;
      name: string;
      output: unknown;
      isError: boolean;
      /** A person denied the call. */
      isDenied?: true | undefined;
    }
  /** Progress; repeated on resuming. */
  | ({ type: 'tool-progress'; id: string } & ToolNote)
  /** A compaction, even a failed one. */
  | ({ type: 'compaction'; id: string; step: number; ratio: number | null } & CompactionProgress)
  /** A new attempt began: discard the step's text and thinking. */
  | { type: 'reset'; id: string; step: number }
  /** The previous model was limited or unavailable. */
  | {
      type: 'fallback';
      id: string;
      step: number;
      from: string;
      to: string;
      errorType: string;
      message: string;
    }
  /** From this step on, the model also sees these messages. A pushed step has no turn id. */
  | { type: 'steered'; id: string; step: number; messages: readonly { turnId?: string; text: string }[] }
  /** A question, also of a sub-execution; repeated on resuming. `isOneOfSeveral`: answer by `name`. */
  | ({ type: 'approval'; id: string; isOneOfSeveral?: true | undefined } & OpenQuestion)
  /** A node's state, not in loops. Sent on request. */
  | {
      type: 'node';
      id: string;
      nodeId: string;
      kind: string;
      iteration: string;
      status: NodeStatus;
      durationMs: number;
      waitedMs: number;
      items?: { done: number; total: number };
    }
  /** `finishReason` is set if the answer was cut off or filtered. */
  | { type: 'done'; id: string; text: string; finishReason?: CutOffReason }
  /** A permanent failure; types are those of `ThreadlineError`. */
  | { type: 'failed'; id: string; errorType: string; message: string }
  /** The partial answer stays in the history. */
  | { type: 'cancelled'; id: string };

const MAX_PIECE_UNITS = 16_384;

/** Regardless of the number of reads, the deltas add up to the stored text. */
export function eventsSince(
  start: StreamCursor,
  { calls }: Pick<ExecutionProgress, 'calls'>,
): { events: TurnEvent[]; cursor: StreamCursor } {
  const writer = new EventWriter(start);
  for (const call of calls) writer.add(call);
  return { events: writer.events, cursor: writer.cursor };
}

class EventWriter {
  readonly events: TurnEvent[] = [];
  cursor: StreamCursor;
  #latest: CallProgress | undefined;

  constructor(start: StreamCursor) {
    this.cursor = start;
  }

  add(call: CallProgress): void {
    if (call.step > this.cursor.step) this.#enter(call);
    if (call.attempt > this.cursor.attempt) this.#restart(call);
    this.#latest = call;
    this.#addCompaction(call);
    this.#addReasoning(call);
    this.#addText(call);
    if (call.message === null) return;
    const asked = listToolCalls(call.message);
    this.#addToolCalls(call, asked);
    this.#addToolResults(call, asked.length);
  }

  #enter(call: CallProgress): void {
    const before = this.#latest;
    this.#leaveFor(call);
    const { step, model = '', steered = [] } = call;
    if (before?.failure && before.model !== undefined && before.model !== model) {
      const { type: errorType, message } = before.failure;
      const id = formatEventId(this.cursor);
      this.events.push({ type: 'fallback', id, step, from: before.model, to: model, errorType, message });
    }
    if (steered.length > 0)
      this.events.push({ type: 'steered', id: formatEventId(this.cursor), step, messages: steered });
  }

  #addCompaction({ step, compaction }: CallProgress): void {
    if (!compaction || this.cursor.tools > 0) return;
    const id = this.#moveTo({ tools: 1 });
    const { tokensBefore, tokensAfter } = compaction;
    const ratio = tokensAfter === null ? null : tokensAfter / tokensBefore;
    this.events.push({ type: 'compaction', id, step, ratio, ...compaction });
  }

  #leaveFor({ step, attempt }: CallProgress): void {
    const { cursor } = this;
    const left = this.#latest?.step === cursor.step ? this.#latest : undefined;
    const isLost = left !== undefined && (left.message === null || left.isRefused === true);
    if (isLost && hasText(cursor))
      this.events.push({
        type: 'reset',
        id: formatEventId({ ...cursor, offset: 0, reasoning: 0 }),
        step: cursor.step,
      });
    this.cursor = { ...STREAM_START, step, attempt };
  }

  #restart({ step, attempt }: CallProgress): void {
    const hadText = hasText(this.cursor);
    const id = this.#moveTo({ ...STREAM_START, step, attempt });
    if (hadText) this.events.push({ type: 'reset', id, step });
  }

  #addReasoning(call: CallProgress): void {
    const { message, chunks, step } = call;
    const text = joinFrom(this.cursor.reasoning, message && reasoningText(message), () =>
      chunks.map((chunk) => [chunk.reasoningOffset ?? 0, chunk.reasoning ?? '']),
    );
    for (const piece of inPieces(text)) {
      const id = this.#moveTo({ reasoning: this.cursor.reasoning + piece.length });
      this.events.push({ type: 'reasoning-delta', id, step, text: piece });
    }
  }

  #addText(call: CallProgress): void {
    const { message, chunks } = call;
    const text = joinFrom(this.cursor.offset, message && visibleText(message), () =>
      chunks.map((chunk) => [chunk.startOffset, chunk.text]),
    );
    for (const piece of inPieces(text)) {
      const id = this.#moveTo({ offset: this.cursor.offset + piece.length });
      this.events.push({ type: 'text-delta', id, step: call.step, text: piece });
    }
  }

  #addToolCalls({ step, results }: CallProgress, asked: ReturnType<typeof listToolCalls>): void {
    for (const [index, { toolCallId, toolName: name, input }] of asked.entries()) {
      if (this.cursor.tools > index) continue;
      const id = this.#moveTo({ tools: index + 1 });
      const call = formatCall({ step, ordinal: index + 1 });
      const isSettled = results.has(index + 1) || undefined;
      this.events.push({ type: 'tool-call', id, step, call, toolCallId, name, input, hasResult: isSettled });
    }
  }

  /** A slow call does not delay other results. */
  #addToolResults({ step, results }: CallProgress, asked: number): void {
    for (let ordinal = 1; ordinal <= asked; ordinal += 1) {
      const result = results.get(ordinal)?.[0];
      if (result?.type !== 'tool-result' || hasResult(this.cursor, { ordinal, asked })) continue;
      const id = this.#moveTo(withResult(this.cursor, { ordinal, asked }));
      const { toolCallId, toolName: name, output: sent } = result;
      const isError = ['error-text', 'error-json', 'execution-denied'].includes(sent.type);
      const output = 'value' in sent ? sent.value : (sent.reason ?? null);
      const isDenied = sent.type === 'execution-denied' || undefined;
      const call = formatCall({ step, ordinal });
      this.events.push({ type: 'tool-result', id, step, call, toolCallId, name, output, isError, isDenied });
    }
  }

  #moveTo(place: Partial<StreamCursor>): string {
    this.cursor = { ...this.cursor, ...place };
    return formatEventId(this.cursor);
  }
}

function hasText({ offset, reasoning }: StreamCursor): boolean {
  return offset > 0 || reasoning > 0;
}

/** Cuts long texts for slow readers, but never inside a character. */
function* inPieces(text: string): Generator<string, void, void> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_PIECE_UNITS, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function joinFrom(
  offset: number,
  whole: string | null,
  pieces: () => readonly (readonly [startOffset: number, text: string])[],
): string {
  if (whole !== null) return whole.slice(offset);
  let text = '';
  for (const [startOffset, piece] of pieces()) {
    const from = offset + text.length - startOffset;
    if (from >= 0) text += piece.slice(from);
  }
  return text;
}
