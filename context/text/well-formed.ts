const NUL = '\u0000';
const REPLACEMENT = '\uFFFD';
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Postgres and providers reject NUL and lone surrogates. */
export function wellFormed(text: string): string {
  return text.replaceAll(NUL, '').replace(LONE_SURROGATE, REPLACEMENT);
}

export interface WellFormedStream {
  push(delta: string): string;
  end(): string;
}

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
