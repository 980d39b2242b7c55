/** A text cut inside: its first `head` and last `tail` UTF-16 units stay, with the marker between them. */
export interface CutText {
  head: number;
  tail: number;
  marker: string;
  text: string;
}

/** Good enough a use of the room; each closer try counts the text again. */
const USED_SHARE = 0.97;
const MAX_TRIES = 12;

export interface CutTextInput {
  /** Tokens of the whole text: known, so that only what is kept need be counted. */
  total: number;
  /** Tokens that the cut text may have. */
  room: number;
  countText: (text: string) => number;
  /** The words for what was left out. */
  marker: (leftTokens: number) => string;
}

/**
 * Cuts a text inside so that it has at most `room` tokens, marker included; undefined when not even a marker
 * with something around it fits. Never cuts a surrogate pair. Deterministic; costs the room, not the text.
 */
export function cutText(text: string, { total, room, countText, marker }: CutTextInput): CutText | undefined {
  const space = room - countText(marker(total));
  if (space < 2 || text.length < 3) return undefined;
  let best: CutText | undefined;
  // Bounds of the characters that are kept.
  let fits = 0;
  let exceeds = text.length;
  let kept = Math.floor((text.length * space) / Math.max(total, space));
  for (let tries = 0; tries < MAX_TRIES && exceeds - fits > 1; tries += 1) {
    kept = Math.min(Math.max(kept, fits + 1), exceeds - 1);
    const cut = cutAt(kept);
    const tokens = countText(cut.text);
    if (tokens <= room) {
      best = cut;
      fits = kept;
      if (tokens >= room * USED_SHARE) break;
    } else exceeds = kept;
    // Closer by proportion first, then by halves, for texts that are dense in one place. While nothing was too
    // much it is twice as much at the most: half of a large text would be counted for a small room.
    const most = exceeds === text.length ? Math.min(3 * fits, exceeds) : exceeds;
    kept = Math.floor((kept * space) / Math.max(1, tokens - (room - space)));
    if (tries >= 4 || kept <= fits || kept >= most) kept = Math.floor((fits + most) / 2);
  }
  return best;

  function cutAt(characters: number): CutText {
    const head = wholeCharacters(text, Math.ceil(characters / 2));
    const tail = text.length - wholeCharacters(text, text.length - Math.floor(characters / 2), 1);
    const leftTokens = Math.max(1, total - countText(text.slice(0, head)) - countText(tailOf(text, tail)));
    const words = marker(leftTokens);
    return { head, tail, marker: words, text: joinCut(text, { head, tail, marker: words }) };
  }
}

/** The text that a cut leaves. */
export function joinCut(text: string, { head, tail, marker }: Omit<CutText, 'text'>): string {
  return text.slice(0, head) + marker + tailOf(text, tail);
}

function tailOf(text: string, tail: number): string {
  return tail === 0 ? '' : text.slice(-tail);
}

/** A place moved out of the middle of a surrogate pair, before it or, with 1, behind it. */
function wholeCharacters(text: string, at: number, step: 0 | 1 = 0): number {
  const isInside = at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
  if (!isInside) return at;
  return step === 1 ? at + 1 : at - 1;
}
