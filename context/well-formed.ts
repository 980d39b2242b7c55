const NUL = '\u0000';
const REPLACEMENT = '\uFFFD';
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Text that Postgres and every provider accept: NUL removed, then each lone surrogate replaced by U+FFFD, as
 * `String.prototype.toWellFormed` does. Idempotent; never throws.
 */
export function wellFormed(text: string): string {
  return text.replaceAll(NUL, '').replace(LONE_SURROGATE, REPLACEMENT);
}

/** `wellFormed` over deltas: the pieces of `push` and the rest from `end` join to `wellFormed` of the whole. */
export interface WellFormedStream {
  /** Returns what of the text so far is certain; a trailing high surrogate waits for its other half. */
  push(delta: string): string;
  /** Ends the text; a half that never came becomes U+FFFD. */
  end(): string;
}

/** Makes a stream whose output never splits a surrogate pair, so that every offset in it is a safe place to cut. */
export function createWellFormedStream(): WellFormedStream {
  let held = '';
  return {
    push(delta) {
      const text = held + delta.replaceAll(NUL, '');
      held = endsInHighSurrogate(text) ? text.slice(-1) : '';
      return wellFormed(text.slice(0, text.length - held.length));
    },
    end() {
      const rest = wellFormed(held);
      held = '';
      return rest;
    },
  };
}

function endsInHighSurrogate(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
