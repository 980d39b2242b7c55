import type { StandingRule } from './language.js';

const CALENDAR =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I\\b|When|If|Back|Later|Tomorrow|Maybe';
/** After `call me`, these are no names. */
const NO_NAMES =
  'back|later|tomorrow|tonight|today|maybe|when|whenever|if|asap|sometimes?|any ?time|again|now|then|before|after|at|on|in|from|to|by|for|crazy|mad|stupid|silly|old|whatever|soon|first|up|out|over|names|that|this|it|a|an|the|my|your|please|instead|never|ever|once|twice|every|only|old-fashioned|cynical|naive|paranoid|biased|picky|lazy|(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** Case counts here: a name that begins with a capital may stand anywhere. */
const CAPITAL = String.raw`(?:[Cc]all(?:ing)?|[Aa]ddress(?:ing)?|[Rr]efer(?:ring)? to) me (?:as |by )?(?:["“]|my (?:first|last|full|middle|nick) ?-?name|(?!${CALENDAR})\p{Lu}[\p{L}'’.-]*)`;
/** One in small letters is the last word but for a few. */
const SMALL = String.raw`[Cc]all(?:ing)? me (?!(?:${NO_NAMES})\b)\p{Ll}[\p{L}'’-]*(?:,? (?:please|okay|instead|now|then|thanks|from now on|any ?more|any longer|again)){0,3}\s*[.!?]*$`;
const BEFORE = '^(?:[Yy]ou (?:can|may|should) )?(?:[Jj]ust |[Ss]imply |[Oo]nly )?';

/** How the user is to be called. */
export const NAMING = new RegExp(String.raw`\b(?:${CAPITAL}|${SMALL})`, 'u');

/** A sentence that says how. */
export const NAMING_RULES: readonly StandingRule[] = [
  { kind: 'instruction', when: new RegExp(`${BEFORE}(?:[Jj]ust )?(?:${CAPITAL}|${SMALL})`, 'u') },
];
