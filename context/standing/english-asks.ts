import { ANSWERS, DOES, LASTING, NOT, ORDER, SINCE, WANT, rule } from './english-parts.js';
import type { StandingRule } from './language.js';

const WISHES = String.raw`(?:${WANT} (?:you |it if you |to )|i(?:['’]d| would) (?:really |much |also )?(?:appreciate|love|like) (?:it )?if you|it(?:['’]d| would) (?:really )?(?:be|help)(?: \p{L}+){0,2} if you|i(?:['’]d| would) rather you|i(?:['’]m| am) (?:asking|telling) you to)`;
const ASKS = `(?:${WISHES}|(?:can|could|would|will) (?:you|we)|let['’]?s|let us|you (?:should|must|can|may|might|have to|need to|are to))`;
const EACH_TIME = String.raw`(?:every|each) time (?:before |that )?you|when(?:ever)? you|in (?:anything|everything|whatever) you`;
const FOR_GOOD = String.raw`\b(?:${SINCE}|any ?more|any longer|ever again|at all times|unless (?:told|asked) otherwise|${EACH_TIME}|(?:in|to|with|of|for) (?:(?:all|any|every|each)(?: of)? (?:your )?(?:answer|repl|response|message)\p{L}*|your ${ANSWERS}))`;
/** Reports of habits are not requests. */
const TELLS = String.raw`\b(?:why|how|what|whether|who|which)\b|\b(?:i|we|they|he|she|it|people) (?:always|never|ever)\b`;
/** After `don't`, these usually describe a state ("I don't know"), not a request. */
const STATES =
  'know|think|have|want|need|like|see|feel|get|understand|believe|remember|love|care|work|live|exist|agree|trust|mind|worry|forget';
const PLAIN_ORDERS =
  'use|add|give|include|list|sign|put|keep|avoid|show|tell|skip|explain|remind|answer|reply|respond|assume|convert|translate|summari[sz]e';
const NOT_TO =
  "(?<!\\b(?:to|and|or|i|you|we|they|can|could|will|would|should|must|not|don['’]?t|that|which|the|a|an|my) )";

export const ASKED_FOR: readonly StandingRule[] = [
  rule('instruction', String.raw`^${WISHES}.{0,60}?\b(?:always|never|ever)\b \p{L}`, TELLS),
  rule(
    'instruction',
    String.raw`^(?:can|could|would|will) (?:you|we) .{0,40}?\b(?:always|never) (?:try to |make sure to )?${ORDER}`,
    TELLS,
  ),
  rule('instruction', String.raw`^would you mind .{1,200}${FOR_GOOD}`),
  rule('instruction', `^${ASKS}(?:['’](?:d|ll))? .{1,240}${FOR_GOOD}`, TELLS),
  rule(
    'instruction',
    String.raw`^${WANT} .{1,240}, (?:always|every time|each time|without exception)[.! ]*$`,
  ),
  rule(
    'instruction',
    String.raw`^${ORDER}.{1,200},? (?:please,? )?(?:always|every (?:single )?time|each time)(?:,? (?:please|thanks|okay))?[.! ]*$`,
    TELLS,
  ),
  rule(
    'instruction',
    String.raw`^(?:${NOT} (?!(?:${STATES})\b)\p{L}+|no \p{L}+).{1,200},? (?:please,? )?ever[.! ]*$`,
    TELLS,
  ),
  rule('instruction', String.raw`^${NOT} ever (?!(?:change|leave|${STATES})\b)\p{L}+ \p{L}`),
  rule('instruction', String.raw`^${NOT} (?!(?:${STATES})\b)\p{L}+.{0,240}\b${LASTING}`, TELLS),
  rule(
    'instruction',
    String.raw`^whenever .{1,200}?, ?(?:then )?(?:please )?(?:(?:only|just) )?(?:${ORDER}|always\b|never\b|${NOT}\b)`,
    String.raw`, ?(?:please )?(?:tell|explain|show|say|help)\b.{0,20}\b(?:why|how|what)\b`,
  ),
  rule(
    'instruction',
    String.raw`^(?:when(?:ever)?|every time|each time|any ?time|if) (?:i|we|you) (?:ever )?(?:${DOES}|answer|reply|respond|explain|suggest|recommend|quote|cite|draft|list|translate|plan|make|calculate)\b.{1,200}?(?: (?:please|just|always|never|${NOT}) ${ORDER}|${NOT_TO}\b(?:${PLAIN_ORDERS}) \p{L}|, ?(?:please )?${ORDER})`,
  ),
  rule(
    'instruction',
    String.raw`^(?:(?:all|every|each)(?: of)?(?: your)?|your) (?:${ANSWERS}|answer|reply|response|message) (?:(?:always|all) )?(?:should|must|needs? to|ha(?:s|ve) to|ought to)\b`,
  ),
  rule(
    'preference',
    String.raw`^i(?:['’]d| would)? (?:like|want|need|love|prefer) (?:all )?(?:my|your|the) ${ANSWERS} \p{L}`,
  ),
  rule(
    'preference',
    String.raw`^(?:for|in|with|on) .{1,40}?,? i (?:only|always|never) (?:want|need|accept)\b`,
  ),
  // Matches `New rule: no more tables`.
  rule(
    'instruction',
    String.raw`^(?:as a standing (?:rule|instruction|request|order)|(?:(?:a|new|my|another|one|house|ground|general|standing|more) ){0,3}(?:rule|preference))s?(?: for you| for this chat| ${SINCE})? ?[:,–—-] ?\p{L}`,
  ),
  rule(
    'instruction',
    String.raw`^(?:(?!(?:i|we|he|she|they|it|is|are|was)\b)\p{L}+ ){0,4}${SINCE} ?[:–—-] ?(?:please )?(?:${ORDER}|always\b|never\b|${NOT}\b|no\b)`,
  ),
  rule('instruction', String.raw`^i need you to (?:remember|keep in mind)\b`),
];

export const CLAUSES = new RegExp(
  String.raw`(?:\s*[:;]|\s[-–—]|\.{2,}|,?\s(?:so|therefore|hence|thus))\s+(?:and |but |also )?|(?:,|,?\s(?:and|but|because|also))\s+(?=(?:please |also )*(?:${NOT}\b|${SINCE}\b|when(?:ever)?\b|every time\b|i(?:['’]d| would) rather you|i (?:really |strongly )?prefer\b|(?:can|could) you\b|${ORDER}.{0,80}(?:\b${SINCE}|\balways[.! ]*$)))`,
  'giu',
);

/** Reported speech and texts to write are not requests. */
export const TOLD =
  /\b(?:said|says|say|saying|told|tells?|thinks?|thought|asked|asks|wrote|writes?|reads?|song|lyrics|line|quote|poster|sign|motto|slogan|tagline|title|caption|translate|rule for)\b/iu;
