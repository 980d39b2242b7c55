import type { TurnEvent } from '../../../../client/stream/turn-events.js';
import { showQuestion } from '../../../../protocol/approvers.js';
import { EMPTY_ANSWER } from '../../../../protocol/shown-answer.js';
import { OpenAiError } from '../errors/openai-error.js';
import { turnFailureToOpenAiError } from '../errors/to-openai-error.js';

export type AnswerPiece = { kind: 'text'; text: string } | { kind: 'end' };

const BETWEEN_STEPS = '\n\n';

/**
 * Writes an answer's text. Text that was sent cannot be taken back, so a retry must repeat it, or the answer
 * fails. Throws the turn's failure.
 */
export class AnswerWriter {
  #step: number | undefined;
  #sent = '';
  #again: number | undefined;
  #hasSpoken = false;
  readonly #isHeld: boolean;

  /** With `isHeld`, sends the answer at its end: one that violates its schema is generated again. */
  constructor({ isHeld }: { isHeld: boolean }) {
    this.#isHeld = isHeld;
  }

  write(event: TurnEvent): AnswerPiece[] {
    switch (event.type) {
      case 'text-delta':
        return this.#isHeld ? [] : this.#addText(event);
      case 'reset':
        if (event.step === this.#step) this.#again = 0;
        return [];
      default: {
        const end = answerEnd(event);
        if (end === undefined) return [];
        // An answer of a node without a model call has no deltas.
        const isUnsent = this.#isHeld || event.type === 'approval' || !this.#hasSpoken;
        const text = isUnsent && end !== '' ? this.#addText({ step: Infinity, text: end }) : [];
        return [...text, { kind: 'end' }];
      }
    }
  }

  #addText({ step, text: delta }: { step: number; text: string }): AnswerPiece[] {
    if (step !== this.#step) return this.#beginStep(step, delta);
    const text = this.#again === undefined ? delta : this.#skip(delta, this.#again);
    if (text === '') return [];
    this.#sent += text;
    return [{ kind: 'text', text }];
  }

  #beginStep(step: number, delta: string): AnswerPiece[] {
    // The retry is shorter than the text that was sent already.
    if (this.#again !== undefined) throw begunAnew();
    const text = this.#hasSpoken ? BETWEEN_STEPS + delta : delta;
    this.#step = step;
    this.#sent = delta;
    this.#hasSpoken = true;
    return [{ kind: 'text', text }];
  }

  #skip(delta: string, from: number): string {
    const known = this.#sent.slice(from, from + delta.length);
    if (!delta.startsWith(known)) throw begunAnew();
    const again = from + known.length;
    this.#again = again === this.#sent.length ? undefined : again;
    return delta.slice(known.length);
  }
}

export function writeUnlessReturned(
  writer: AnswerWriter,
  { event, calls }: { event: TurnEvent; calls: readonly unknown[] },
): AnswerPiece[] {
  return event.type === 'done' && calls.length > 0 ? [{ kind: 'end' }] : writer.write(event);
}

/**
 * Returns the answer if the event ends it, as a question does: the next message answers it. Throws if the turn failed
 * or was canceled.
 */
export function answerEnd(event: TurnEvent): string | undefined {
  switch (event.type) {
    case 'approval':
      return showQuestion(event);
    case 'done':
      // Empty instead of our placeholder: clients send messages back, and a model must not see it.
      return event.text === EMPTY_ANSWER ? '' : event.text;
    case 'failed':
      throw turnFailureToOpenAiError(event);
    case 'cancelled':
      throw turnFailureToOpenAiError({ errorType: 'Conversation.TurnCancelled', message: '' });
    default:
      return undefined;
  }
}

function begunAnew(): OpenAiError {
  return new OpenAiError(
    'The model restarted its answer, but the sent text cannot be taken back: repeat the request with the same Idempotency-Key, or read the conversation',
    { status: 502, type: 'server_error', code: 'answer_restarted' },
  );
}
