/** `said`: about the assistant's answer. `many`: for an order, a count or a summary. */
export type QuestionKind = 'plain' | 'said' | 'many';

const SPEECH_VERBS =
  '(?:say|said|tell|told|recommend|suggest|advise|propose|mention|explain|answer|write|written|give|given|list|describe|name|point out|warn|think)';
const ADVICE = '(?:advice|recommendation|suggestion|answer|explanation|proposal|tip|opinion|reply|warning)s?';

const SAID = [
  new RegExp(`\\b(?:did|have|had) you (?:\\w+ )?${SPEECH_VERBS}(?:e?d)?\\b`, 'iu'),
  new RegExp(
    `\\b(?:what|which|that|as|where|when|how|thing) you (?:had |have )?(?:\\w+ )?${SPEECH_VERBS}(?:e?d)?\\b`,
    'iu',
  ),
  /\byou (?:recommended|suggested|advised|proposed|mentioned|explained|told me|gave me|said)\b/iu,
  new RegExp(
    `\\b(?:was|were|is|are|of|about|with|to|by|per|remember|repeat) your (?:\\w+ )?${ADVICE}\\b`,
    'iu',
  ),
];

/** "How many days between …" asks about two messages, so it is not `many`. */
const TIME = 'seconds?|minutes?|hours?|days?|weeks?|months?|years?|times a';
const MANY = [
  /\b(?:in|into|list|put|give) (?:\w+ ){0,4}(?:order|sequence)\b|\border (?:in which|of)\b|\bsequence (?:of|in which)\b|\bchronolog|\btimeline\b/iu,
  /\bsummar(?:y|ies|i[sz]e)|\boverview\b|\brecap\b|\bsum up\b|\bwalk me through\b|\bup to date on\b/iu,
  new RegExp(`\\bhow many (?!(?:\\w+ )?(?:${TIME})\\b)`, 'iu'),
  /\b(?:in total|altogether|all together|all of them)\b|\btogether\?/iu,
  /\b(?:what|everything|all|things) (?:that )?(?:have |did |had )?I(?:'ve)? (?:\w+ )?(?:tell|told|say|said|mention|mentioned|ask|asked)\b/iu,
  /\b(?:list|name|which are) (?:me )?(?:all|every|each)\b|\bthroughout\b|\bacross (?:all|our|my)\b|\bover (?:time|the (?:last|past)|all)\b/iu,
  /\bhow (?:has|have|did) .{1,80}\b(?:developed?|evolved?|progress(?:ed)?|come about|came about|changed?)\b/iu,
];
const EDGE_CHARACTERS = 600;

export function questionKind(text: string): QuestionKind {
  const asked =
    text.length <= 2 * EDGE_CHARACTERS
      ? text
      : `${text.slice(0, EDGE_CHARACTERS)} ${text.slice(-EDGE_CHARACTERS)}`;
  if (SAID.some((pattern) => pattern.test(asked))) return 'said';
  return MANY.some((pattern) => pattern.test(asked)) ? 'many' : 'plain';
}
