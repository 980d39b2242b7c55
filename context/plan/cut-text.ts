import { USED_SHARE } from '../results/fit-length.js';
import { behindCharacter, wholeCharacter } from '../results/whole-character.js';

export interface CutText {
  head: number;
  tail: number;
  marker: string;
  text: string;
}

const MAX_TRIES = 12;

export interface CutTextInput {
  total: number;
  room: number;
  countText: (text: string) => number;
  marker: (leftTokens: number) => string;
}

/** The running time depends on `room`, not on the text's length. */
export function cutText(text: string, { total, room, countText, marker }: CutTextInput): CutText | undefined {
  const space = room - countText(marker(total));
  if (space < 2 || text.length < 3) return undefined;
  let best: CutText | undefined;
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
    // Grows at most threefold, so a small room never counts a long text.
    const most = exceeds === text.length ? Math.min(3 * fits, exceeds) : exceeds;
    kept = Math.floor((kept * space) / Math.max(1, tokens - (room - space)));
    if (tries >= 4 || kept <= fits || kept >= most) kept = Math.floor((fits + most) / 2);
  }
  return best;

  function cutAt(characters: number): CutText {
    const head = wholeCharacter(text, Math.ceil(characters / 2));
    const tail = text.length - behindCharacter(text, text.length - Math.floor(characters / 2));
    const leftTokens = Math.max(1, total - countText(text.slice(0, head)) - countText(takeTail(text, tail)));
    const words = marker(leftTokens);
    return { head, tail, marker: words, text: joinCut(text, { head, tail, marker: words }) };
  }
}

export function joinCut(text: string, { head, tail, marker }: Omit<CutText, 'text'>): string {
  return text.slice(0, head) + marker + takeTail(text, tail);
}

function takeTail(text: string, tail: number): string {
  return tail === 0 ? '' : text.slice(-tail);
}
