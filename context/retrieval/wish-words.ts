/**
 * The stems of words by which people say what they want and how they want it. A question for advice or for a piece of work
 * names the matter, hardly ever the wish that the answer should keep to.
 */
const WISHES =
  'prefer like love enjoy hate dislik rather sooner fond favourit favorit happier happiest better alway never whenev'.split(
    ' ',
  );

const ASKS = [
  /\b(?:should|shall|could|would|do|may|can) (?:I|we|you)\b/iu,
  /\b(?:for|to) (?:me|us)\b/iu,
  /\bshould\b/iu,
  /\b(?:my|our|your)\b.{1,200}\b(?:recommend|suggest|advice)/iu,
];
/** A question is short; a pasted text is no question for advice. */
const MOST_CHARACTERS = 1_000;

/** Lists the words by which a wish for what a question asks would be told; none where it asks for no advice or work. */
export function wishWords(text: string): readonly string[] {
  return text.length <= MOST_CHARACTERS && ASKS.some((pattern) => pattern.test(text)) ? WISHES : [];
}
