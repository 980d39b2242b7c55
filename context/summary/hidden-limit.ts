const FRAME_TOKENS = 48;
/** A model that exceeds its summary's limit by this factor will not return to its answer. */
const TOLERANCE = 1.2;
/** Also limits white space, which has few tokens. */
const HELD_CHARACTERS_PER_TOKEN = 8;

export function hiddenLimit(budget: number): number {
  return Math.ceil(budget * TOLERANCE) + FRAME_TOKENS;
}

/** Counts tokens rarely, because text may arrive one character at a time. */
export function watchTokens({
  limit,
  countText,
}: {
  limit: number;
  countText: (text: string) => number;
}): (characters: number, read: () => string) => boolean {
  let countAt = limit;
  return (characters, read) => {
    if (characters < countAt) return false;
    const tokens = countText(read());
    countAt = characters + Math.max(limit - tokens, FRAME_TOKENS);
    return tokens > limit;
  };
}

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
