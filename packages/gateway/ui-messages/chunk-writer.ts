import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { formatApprovalId } from './approval-id.js';
import type { Dialect, UIChunk } from './ui-chunk.js';

type EventOf<Type extends TurnEvent['type']> = Extract<TurnEvent, { type: Type }>;

/** The page's calls in a continued answer. Up to the last, only results are sent again. */
export type SentCalls = ReadonlySet<string>;

const ANSWER_STEP = -1;

interface OpenPart {
  kind: 'text' | 'reasoning';
  id: string;
}

/** Pages identify a call by its id, but providers repeat ids, so a repeated one gets the call's place appended. */
class CallNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  nameOf({ call, toolCallId }: { call: string; toolCallId: string }): string {
    const known = this.#names.get(call);
    if (known !== undefined) return known;
    const name = this.#taken.has(toolCallId) ? `${toolCallId}~${call}` : toolCallId;
    this.#names.set(call, name);
    this.#taken.add(name);
    return name;
  }

  /** Undefined for a call of a sub-execution. */
  findName(call: string): string | undefined {
    return this.#names.get(call);
  }
}

/** The same rows give the same chunks, so reading a turn again gives the same parts and ids. */
export class ChunkWriter {
  readonly #executionId: string;
  readonly #dialect: Dialect;
  readonly #sentBefore: SentCalls;
  readonly #missing: Set<string>;
  readonly #names = new CallNames();
  readonly #asked = new Map<string, string | undefined>();
  readonly #open = new Set<string>();
  readonly #called = new Set<string>();
  readonly #inputs = new Map<string, Extract<UIChunk, { type: 'tool-input-available' }>>();
  readonly #texts: string[] = [];
  #chunks: UIChunk[] = [];
  #isSentStep = false;
  #step: number | undefined;
  #parts: OpenPart[] = [];
  #partCount = 0;
  /** The step also has calls of other nodes. */
  #isShared = false;

  constructor({
    executionId,
    dialect,
    sentBefore,
  }: {
    executionId: string;
    dialect: Dialect;
    sentBefore?: SentCalls | undefined;
  }) {
    this.#executionId = executionId;
    this.#dialect = dialect;
    this.#sentBefore = sentBefore ?? new Set();
    this.#missing = new Set(this.#sentBefore);
  }

  /**
   * Each call of the step has a result or a question, so that pages can answer. A message answers other questions.
   */
  get isWaiting(): boolean {
    const asked = [...this.#asked.values()];
    return asked.length > 0 && (this.#open.size === 0 || asked.includes(undefined));
  }

  write(event: TurnEvent): UIChunk[] {
    switch (event.type) {
      case 'text-delta':
        this.#addText('text', event);
        break;
      case 'reasoning-delta':
        this.#addText('reasoning', event);
        break;
      case 'tool-call':
        this.#addCall(event);
        break;
      case 'tool-result':
        this.#addResult(event);
        break;
      case 'reset':
        this.#reset(event);
        break;
      case 'approval':
        this.#addQuestion(event);
        break;
      case 'queued':
        this.#chunks.push(queuedChunk(event));
        break;
      case 'tool-progress': {
        const { call, name, text } = event;
        const data = { call, toolName: name, text };
        this.#chunks.push({ type: 'data-tool-progress', data, transient: true });
        break;
      }
      // Not parts of a message: `end` has the model, and the history has joined messages.
      case 'started':
      case 'compaction':
      case 'fallback':
      case 'steered':
      case 'node':
      case 'done':
      case 'failed':
      case 'cancelled':
        break;
    }
    return this.#take();
  }

  end(answer?: string): UIChunk[] {
    if (answer !== undefined && answer !== '' && !isContainedIn(this.#texts, answer))
      this.#addText('text', { step: ANSWER_STEP, text: answer });
    this.#closeStep();
    if (this.#called.size > 0) this.#leaveCalls();
    return this.#take();
  }

  pause(): UIChunk[] {
    this.#closeStep();
    const asked = new Set(this.#asked.values());
    const waits = [...this.#called].some((id) => asked.has(id) || this.#open.has(id));
    if (this.#called.size > 0 && !waits) this.#leaveCalls();
    return this.#take();
  }

  /** A page whose last step has only complete calls would send a message by itself. */
  #leaveCalls(): void {
    this.#chunks.push({ type: 'start-step' }, { type: 'finish-step' });
    this.#called.clear();
  }

  #addText(kind: OpenPart['kind'], { step, text }: { step: number; text: string }): void {
    this.#enter(step);
    if (kind === 'text') {
      this.#closeParts('reasoning');
      this.#texts[this.#texts.length - 1] += text;
    }
    let part = this.#parts.find((open) => open.kind === kind);
    if (!part) {
      this.#partCount += 1;
      part = { kind, id: `${kind}-${this.#partCount}` };
      this.#parts.push(part);
      this.#add({ type: `${kind}-start`, id: part.id });
    }
    this.#add({ type: `${kind}-delta`, id: part.id, delta: text });
  }

  #addCall(event: EventOf<'tool-call'>): void {
    const { step, call, name, input, hasResult } = event;
    const toolCallId = this.#names.nameOf(event);
    // Omitted, because a call of another node must not split the text of the answering node.
    const isBeside = this.#parts.length > 0 && step !== this.#step;
    if (isBeside) this.#isShared = true;
    else {
      this.#enter(step);
      this.#closeParts();
    }
    this.#open.add(toolCallId);
    this.#called.add(toolCallId);
    const chunk = {
      type: 'tool-input-available' as const,
      toolCallId,
      toolName: name,
      input,
      providerMetadata: { threadline: { call } },
    };
    this.#inputs.set(toolCallId, chunk);
    if (this.#sentBefore.has(toolCallId)) {
      this.#missing.delete(toolCallId);
      this.#isSentStep = true;
      return;
    }
    this.#chunks.push(hasResult === true ? { ...chunk, providerExecuted: true } : chunk);
  }

  #addResult(event: EventOf<'tool-result'>): void {
    const { output, isError, isDenied } = event;
    const toolCallId = this.#names.findName(event.call);
    if (toolCallId === undefined) return;
    for (const [id, asked] of this.#asked) if (asked === toolCallId) this.#asked.delete(id);
    this.#open.delete(toolCallId);
    if (isDenied === true) this.#addDenied(toolCallId);
    else if (isError)
      this.#chunks.push({ type: 'tool-output-error', toolCallId, errorText: errorText(output) });
    else this.#chunks.push({ type: 'tool-output-available', toolCallId, output });
  }

  /** Pages that run tools themselves would treat a denied call as open. */
  #addDenied(toolCallId: string): void {
    const input = this.#inputs.get(toolCallId);
    if (input && this.#missing.size === 0 && this.#called.has(toolCallId))
      this.#chunks.push({ ...input, providerExecuted: true });
    this.#chunks.push({ type: 'tool-output-denied', toolCallId });
  }

  #reset({ step }: EventOf<'reset'>): void {
    if (step !== this.#step) return;
    this.#texts[this.#texts.length - 1] = '';
    if (this.#dialect === 'v7' && !this.#isShared) {
      this.#add({ type: 'reset-step' });
      this.#parts = [];
      return;
    }
    for (const { kind, id } of this.#parts)
      this.#add({ type: `${kind}-end`, id, providerMetadata: { threadline: { discarded: true } } });
    this.#parts = [];
  }

  #addQuestion(question: EventOf<'approval'>): void {
    const { executionId, nodeId, iteration, call, name, toolName, prompt, expiresAt, approvers } = question;
    const approvalId = formatApprovalId({ executionId, nodeId, iteration, call });
    const data = { approvalId, name, prompt, toolName, expiresAt: expiresAt?.toISOString() ?? null };
    if (approvers !== null) {
      // Only approvers can answer, so the stream continues until they have.
      this.#chunks.push({ type: 'data-question', id: approvalId, data: { ...data, approvers } });
      return;
    }
    // Checked, because a sub-execution may have calls in the same places.
    const isOwn = executionId === this.#executionId && call !== null;
    const toolCallId = isOwn ? this.#names.findName(call) : undefined;
    this.#asked.set(approvalId, toolCallId);
    if (toolCallId !== undefined && this.#open.delete(toolCallId)) {
      // A call that waits for the page's output needs no chunk.
      if (!question.wantsOutput) this.#chunks.push({ type: 'tool-approval-request', toolCallId, approvalId });
      return;
    }
    // The page has no call for a question of a node or a sub-execution.
    this.#chunks.push({ type: 'data-question', id: approvalId, data });
  }

  #enter(step: number): void {
    if (this.#step === step) return;
    this.#closeStep();
    this.#step = step;
    this.#isSentStep = false;
    this.#isShared = false;
    this.#asked.clear();
    this.#called.clear();
    this.#texts.push('');
    this.#add({ type: 'start-step' });
  }

  #closeStep(): void {
    this.#closeParts();
    if (this.#step !== undefined) this.#add({ type: 'finish-step' });
    this.#step = undefined;
  }

  #closeParts(only?: OpenPart['kind']): void {
    for (const { kind, id } of this.#parts)
      if (!only || only === kind) this.#add({ type: `${kind}-end`, id });
    this.#parts = only ? this.#parts.filter(({ kind }) => kind !== only) : [];
  }

  #add(chunk: UIChunk): void {
    if (this.#missing.size === 0 && !this.#isSentStep) this.#chunks.push(chunk);
  }

  #take(): UIChunk[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }
}

export function queuedChunk({ ahead }: EventOf<'queued'>): UIChunk {
  return { type: 'data-queued', data: { ahead }, transient: true };
}

function errorText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

function isContainedIn(texts: readonly string[], answer: string): boolean {
  let rest = compact(answer);
  for (const text of texts.map(compact))
    if (text !== '' && rest.startsWith(text)) rest = rest.slice(text.length);
  if (rest === '') return true;
  // Only the text of the last step is the answer, even if an earlier one begins alike.
  return compact(texts.at(-1) ?? '') === compact(answer);
}

function compact(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
