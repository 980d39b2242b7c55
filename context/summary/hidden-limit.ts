/** The key of the block, its marks, its title and the grammar around them are no part of a summary's budget. */
const FRAME_TOKENS = 48;
/** A model that goes on for longer than this beyond what it was allowed does not come back to its answer. */
const TOLERANCE = 1.2;
/** Characters of white space, which counts of tokens say little about, a token. */
const HELD_CHARACTERS_PER_TOKEN = 8;

/** Tokens that a model may write out of a reader's sight for a summary: its budget and a fifth, and what frames it. */
export function hiddenLimit(budget: number): number {
  return Math.ceil(budget * TOLERANCE) + FRAME_TOKENS;
}

/** Makes the watch over a text that grows. It counts tokens seldom: the text may come letter by letter. */
export function watchTokens({
  limit,
  countText,
}: {
  limit: number;
  countText: (text: string) => number;
}): (characters: number, read: () => string) => boolean {
  // No text has fewer characters than tokens, but for scripts whose letters are several tokens.
  let countAt = limit;
  return (characters, read) => {
    if (characters < countAt) return false;
    const tokens = countText(read());
    countAt = characters + Math.max(limit - tokens, FRAME_TOKENS);
    return tokens > limit;
  };
}

/** Makes the watch over what is hidden of one answer: the summary, and what is held back because it may be one. */
export function watchHidden({
  budget,
  countText,
}: {
  budget: number;
  countText: (text: string) => number;
}): (hidden: { meta: string; heldCharacters: number; readHeld: () => string }) => boolean {
  const limit = hiddenLimit(budget);
  const isMetaOver = watchTokens({ limit, countText });
  const isHeldOver = watchTokens({ limit, countText });
  return ({ meta, heldCharacters, readHeld }) =>
    heldCharacters > limit * HELD_CHARACTERS_PER_TOKEN ||
    isMetaOver(meta.length, () => meta) ||
    isHeldOver(heldCharacters, readHeld);
}
