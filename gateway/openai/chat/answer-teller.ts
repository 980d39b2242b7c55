import type { TurnEvent } from '../../../client/stream/stream-events.js';
import { showQuestion } from '../../../protocol/approvers.js';
import { EMPTY_ANSWER } from '../../../protocol/shown-answer.js';
import { OpenAiError } from '../errors/openai-error.js';
import { turnFailureToOpenAiError } from '../errors/to-openai-error.js';

/** The text of an answer as it is told: each piece says what is new. */
export type AnswerPiece =
  | { kind: 'text'; text: string }
  /** It is all said; `text` is the whole answer. */
  | { kind: 'end'; text: string };

/** Stands between what the agent says before its tool calls and what it says after them. */
const BETWEEN_STEPS = '\n\n';

/**
 * Turns the events of a turn into the text of its answer. What was sent cannot be taken back: where a model call is tried
 * again, what it says again is left out as long as it is the same, and where it says something else the answer ends with an
 * error. Throws the turn's failure.
 */
export class AnswerTeller {
  #step: number | undefined;
  /** The text of that step, as far as it was sent. */
  #sent = '';
  /** How much of that a new attempt has said again; undefined: all, or there is none. */
  #again: number | undefined;
  #hasSpoken = false;
  readonly #isHeld: boolean;

  /** `isHeld`: it is told as a whole, because what does not fit its schema is made again. */
  constructor({ isHeld }: { isHeld: boolean }) {
    this.#isHeld = isHeld;
  }

  tell(event: TurnEvent): AnswerPiece[] {
    switch (event.type) {
      case 'text-delta':
        return this.#isHeld ? [] : this.#tellText(event);
      case 'reset':
        if (event.step === this.#step) this.#again = 0;
        return [];
      default: {
        const end = answerEnd(event);
        if (end === undefined) return [];
        // What was not told in pieces.
        const isUntold = this.#isHeld || event.type === 'approval';
        return [
          ...(isUntold ? this.#tellText({ step: Infinity, text: end }) : []),
          { kind: 'end', text: end },
        ];
      }
    }
  }

  #tellText({ step, text: said }: { step: number; text: string }): AnswerPiece[] {
    if (step !== this.#step) return this.#beginStep(step, said);
    const text = this.#again === undefined ? said : this.#skip(said, this.#again);
    if (text === '') return [];
    this.#sent += text;
    return [{ kind: 'text', text }];
  }

  #beginStep(step: number, said: string): AnswerPiece[] {
    // The step before was taken back, and what it said was not said again.
    if (this.#again !== undefined) throw begunAnew();
    const text = this.#hasSpoken ? BETWEEN_STEPS + said : said;
    this.#step = step;
    this.#sent = said;
    this.#hasSpoken = true;
    return [{ kind: 'text', text }];
  }

  /** Returns the new part of a new attempt's text, of which `from` characters were known. */
  #skip(said: string, from: number): string {
    const known = this.#sent.slice(from, from + said.length);
    if (!said.startsWith(known)) throw begunAnew();
    const again = from + known.length;
    this.#again = again === this.#sent.length ? undefined : again;
    return said.slice(known.length);
  }
}

/** Tells an event, unless it ends an answer that calls tools of the caller: what the thread keeps of that is not said beside the calls. */
export function tellUnlessReturned(
  teller: AnswerTeller,
  { event, calls }: { event: TurnEvent; calls: readonly unknown[] },
): AnswerPiece[] {
  return event.type === 'done' && calls.length > 0 ? [{ kind: 'end', text: '' }] : teller.tell(event);
}

/**
 * The whole answer, where an event is its end: a question to a person is one, which the next message answers. Throws where it
 * has failed or was cancelled.
 */
export function answerEnd(event: TurnEvent): string | undefined {
  switch (event.type) {
    case 'approval':
      return showQuestion(event);
    case 'done':
      // Programs send the messages of a chat back: the sentence that stands for no text must not reach a model.
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
    'The model began its answer again, and what was sent cannot be taken back: ask again with the same Idempotency-Key, or read the conversation',
    { status: 502, type: 'server_error', code: 'answer_restarted' },
  );
}
