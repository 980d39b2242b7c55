import { ASKED_FOR, CLAUSES, TOLD } from './english-asks.js';
import { ANSWERS, DOES, LASTING, NOT, ORDER, SINCE, WANT, rule } from './english-parts.js';
import { ENGLISH_WORDS, LANGUAGE_NAMES } from './english-words.js';
import type { StandingLanguage, StandingRule } from './language.js';
import { plainEnglish } from './plain-english.js';

const CALENDAR =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I\\b|When|If|Back|Later|Tomorrow|Maybe';
const NO_NAMES =
  'back|later|tomorrow|tonight|today|maybe|when|whenever|if|asap|sometimes?|any ?time|again|now|then|before|after|at|on|in|from|to|by|for|crazy|mad|stupid|silly|old|whatever|soon|first|up|out|over|names|that|this|it|a|an|the|my|your|please|instead|never|ever|once|twice|every|only|old-fashioned|cynical|naive|paranoid|biased|picky|lazy|(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const CAPITAL = String.raw`(?:[Cc]all(?:ing)?|[Aa]ddress(?:ing)?|[Rr]efer(?:ring)? to) me (?:as |by )?(?:["“]|my (?:first|last|full|middle|nick) ?-?name|(?!${CALENDAR})\p{Lu}[\p{L}'’.-]*)`;
const SMALL = String.raw`[Cc]all(?:ing)? me (?!(?:${NO_NAMES})\b)\p{Ll}[\p{L}'’-]*(?:,? (?:please|okay|instead|now|then|thanks|from now on|any ?more|any longer|again)){0,3}\s*[.!?]*$`;
const BEFORE = '^(?:[Yy]ou (?:can|may|should) )?(?:[Jj]ust |[Ss]imply |[Oo]nly )?';

const NAMING = new RegExp(String.raw`\b(?:${CAPITAL}|${SMALL})`, 'u');

const NAMING_RULES: readonly StandingRule[] = [
  { kind: 'instruction', when: new RegExp(`${BEFORE}(?:[Jj]ust )?(?:${CAPITAL}|${SMALL})`, 'u') },
];

const ONLY_HERE = String.raw`\b(?:this (?:one|time)|here|once|today|tonight|for now|right now)\b`;

const TAKE_BACKS: readonly StandingRule[] = [
  rule(
    'take-back-all',
    String.raw`^(?:forget|ignore|cancel|disregard|drop|clear|delete|reset|remove|scrap) (?:all|everything|every one)(?: of)?(?: (?:my|the|these|those|your))?(?: (?:standing|earlier|previous|old))* ?(?:(?:rules|instructions|preferences|requests|wishes)\b|(?:that )?i(?:['’]ve| have)? (?:said|told|asked))`,
    String.raw`\b(?:about|regarding|concerning)\b`,
  ),
  rule(
    'take-back',
    String.raw`^(?:forget|ignore|cancel|disregard|drop|scrap|undo|lift|remove|never ?mind) (?:about )?(?:(?:what|everything|all(?: that)?|the things?) i(?:['’]ve| have)? (?:said|told you|asked(?: you)?|wrote|requested)|my (?:earlier |previous |old |last |standing |own )*(?:request|instruction|rule|preference|wish|order)|(?:the|that|those) (?:earlier |previous |old |last |standing )*(?:rule|instruction|request|preference|wish|order))`,
  ),
  rule(
    'take-back',
    String.raw`^you (?:no longer|do not|don['’]?t|need ?n['’]?t|needn['’]?t) (?:need to|have to|need|have)? ?\p{L}`,
    String.raw`\b(?:understand|know|seem|get it|listen)\b`,
  ),
  rule('take-back', '^you (?:can|may) stop '),
  rule(
    'take-back',
    String.raw`^(?:you (?:can|may)|feel free to) (?:now )?(?:drop|skip|lose|quit|ditch|leave out|forget(?: about)?)\b`,
    ONLY_HERE,
  ),
  rule(
    'take-back',
    String.raw`^(?:there['’]s |there is )?no (?:more |further |longer )?(?:need|reason) (?:to|for)\b`,
    ONLY_HERE,
  ),
  rule('take-back', String.raw`^forget (?:that|how) i\b`),
  rule(
    'take-back',
    String.raw`^i (?:no longer|don['’]?t|do not) (?:prefer|want|need|like|mind)\b.{0,200}\b(?:any ?more|any longer)\b`,
  ),
  rule('take-back', '^i no longer (?:prefer|want|need|mind|care)'),
  rule('allow', String.raw`^(?:you|i) (?:can|may) .{1,200}\bagain\b`),
  rule(
    'allow',
    String.raw`^\p{L}+(?: \p{L}+){0,4} (?:is|are) (?:fine|okay|allowed|welcome|alright)(?: with me)? (?:again|now|after all)\b`,
  ),
  rule('stop', `^${NOT} call me .{1,40}\\b(?:any ?more|any longer|again)\\b`),
  rule(
    'allow',
    String.raw`^(?:it['’]s|it is) (?:ok(?:ay)?|fine|alright|all right) (?:now )?(?:to|if you|for you to) .{1,200}\b(?:again|now)\b`,
  ),
];

const ORDERS_THAT_STAND: readonly StandingRule[] = [
  rule('instruction', String.raw`^(?:do not|don['’]?t|never) (?:ever )?call me\b`),
  rule(
    'instruction',
    String.raw`^(?:always|never(?: ever)?) (?!\p{L}{2,}ed\b(?<!need|feed|speed|exceed|embed|proceed))(?!\p{L}{2,}[^sS\s]s\b(?<!focus|bias))\p{L}+\b`,
    String.raw`^(?:always|never)(?: ever)? (?:mind|again|been|be(?= (?:able|there))|had|heard|seen|was|were|is|are|am|a|an|the|my|our|his|her|in|on|at|for|nice|good|great|fun|happy|glad|sad|hard|easy|thought|knew|went|got|made|did|done|gone|known|felt|found|took|came|saw|said|told|kept|left|lost|met|ran|i|we|he|she|it|they|you|there|this|that|too|so|more|less|better|worse|enough|works?|happy|hungry|tired|late)\b`,
  ),
  rule('instruction', `^${NOT} ever ${ORDER}`),
  rule(
    'instruction',
    `^${SINCE}[,:]? (?:then )?(?:please )?(?:(?:only|just) )?(?:${ORDER}|always\\b|never\\b|${NOT}\\b|no \\p{L}|you (?:should|must|can|will|may|are|have|need|shall)\\b|${WANT}\\b|(?:all|every|each|your) (?:answer|repl|response|message))`,
  ),
  rule(
    'instruction',
    `^(?:only |${NOT} )?${ORDER}.{0,240}\\b${LASTING}`,
    String.raw`^(?:write|tell|describe|imagine|draw|make|create|explain|predict|say|list|show|give|summari[sz]e|compare)\b.{0,200}\bin the future\b|\b(?:why|how|whether|that|who|what) (?:i|we|you|they|he|she|it|people)\b.{0,60}\b(?:every|each) time\b`,
  ),
  rule(
    'instruction',
    `^${ORDER}(?: \\p{L}+){0,3} always\\b(?=[,.! ]*(?:please\\b|$)|,? (?:in|with|by|as|at|first|before|after|like|using)\\b)`,
    String.raw`\b(?:i|we|they|he|she|it|you|is|are|that|which|who|why) always\b`,
  ),
  rule(
    'instruction',
    String.raw`^(?:when(?:ever)?|every time|each time|any ?time|if) (?:i|we) (?:ever )?${DOES}\b.{1,200}?, ?(?:then )?(?:please )?(?:(?:only|just) )?(?:${ORDER}|always\b|never\b|${NOT}\b|${WANT}\b|you (?:should|must)\b)`,
  ),
  rule(
    'instruction',
    String.raw`^(?:only |${NOT} )?${ORDER}.{1,200} (?:when(?:ever)?|any ?time) (?:i|you) (?:${DOES}|answer|reply|respond|explain|suggest|recommend|quote|cite|code)\b`,
    String.raw`^(?:call|tell|ping|notify|text|e-?mail|let|wait)\b.{0,20} when you`,
  ),
  rule(
    'instruction',
    String.raw`^(?:only |always )?(?:answer|reply|respond|speak|talk|communicate)(?: to me| with me| me)?(?: only| exclusively)? in (?:plain |simple |british |american )?(?:${LANGUAGE_NAMES})\b`,
  ),
  rule(
    'instruction',
    String.raw`^(?:let['’]?s |let us )?(?:switch to|speak|talk in|continue in) (?:${LANGUAGE_NAMES})\b`,
  ),
  rule('instruction', String.raw`^only (?:ever )?(?:answer|reply|respond|speak|talk)\b`),
  rule(
    'instruction',
    String.raw`^(?:keep|make|limit|end|start|begin|finish|sign|format|write) (?:(?:all|every|each)(?: of)? (?:your )?(?:answer|repl|response|message)|your ${ANSWERS})`,
  ),
  rule(
    'instruction',
    String.raw`^you (?:should|must|have to|need to|are to|shall|may|can) (?:always|never|only)\b.{0,200}\b(?:me|my|i|your|answer|reply|respond)\b`,
  ),
  rule(
    'instruction',
    String.raw`^(?:make sure|be sure|try|take care|see to it|remember|don['’]?t forget)(?: (?:to|that|you))* (?:always|never)\b`,
  ),
  rule(
    'instruction',
    String.raw`^(?:can|could|would|will) you (?:please|kindly) (?:always|never|stop \p{L}+ing|only)\b`,
  ),
  rule(
    'instruction',
    String.raw`^(?:can|could|would|will) you .{1,200}\b(?:from now on|going forward|in (?:the )?future)\b`,
  ),
  rule(
    'instruction',
    String.raw`^no (?:more )?\p{L}+.{0,100}(?:,? please\b|\b(?:from now on|any ?more|ever)\b|\bin your ${ANSWERS})`,
  ),
  rule(
    'stop',
    String.raw`^(?:stop|quit) (?!(?:kidding|joking|crying|worrying|lying|laughing|working|running|nothing|thing|bring|string|king)\b)\p{L}{2,}ing\b`,
  ),
  rule('stop', '^stop (?:it )?with (?:the|your|all) '),
];

const PREFERENCES: readonly StandingRule[] = [
  rule(
    'preference',
    String.raw`^i(?:['’]d| would)? (?:(?:really|still|do|usually|generally|normally|always|strongly|much|now|personally|also|definitely) )*prefer\b`,
    String.raw`\bprefer (?:not to (?:say|answer|\p{L}+ (?:about )?(?:it|this|that)\b)|the (?:first|second|third|fourth|last|latter|former|other|left|right|top|bottom|one|new|old|earlier|previous|original)\b|(?:option|number|version|variant|choice|answer|idea|draft)\b|th(?:is|at|ese|those)\b|it\b|[abc]\b|\d|neither|both|either)|\b(?:if there['’]?s|on the \d|this (?:time|once|week|one)|today|tonight|tomorrow|for now|right now)\b`,
  ),
  rule(
    'preference',
    String.raw`^my (?:strong |clear |general )?preference is\b|^my preferred \p{L}+(?: \p{L}+){0,3} (?:is|are)\b|^prefer \p{L}+`,
  ),
  rule(
    'preference',
    String.raw`^i (?:really |absolutely |just )?(?:hate|dislike|love|like|can(?:not|['’]?t) stand|don['’]?t like|do not like|appreciate) (?:it )?(?:when|if|how) you(?:r)?\b`,
  ),
  rule('preference', String.raw`^i(?:['’]d| would) rather (?:you|not be called|be called)\b`),
  rule(
    'instruction',
    String.raw`^i (?:always|never) want (?:you|to (?:be|see|hear|read|get|have)|your|my|all)\b`,
    String.raw`\b(?:that|this|the) \p{L}+ again\b|\b(?:him|her|them|it) again\b`,
  ),
  rule('instruction', String.raw`^${WANT} (?:you )?to (?:always|never|only ever)\b`),
  rule('instruction', `^${WANT} (?:you to |your |all |every |no ).{0,200}\\b${LASTING}`),
  rule(
    'instruction',
    String.raw`^(?:i (?:do not|don['’]?t) want) (?:you )?(?:to )?(?:ever\b|.{0,200}\b(?:ever again|from now on|in (?:the )?future)\b)`,
  ),
];

export const english: StandingLanguage = {
  ...ENGLISH_WORDS,
  opening:
    /^(?:[-*•–]\s+|\d{1,2}[.)]\s+|(?:please|also|and|but|so|just|kindly|actually|now|then|again|remember(?: that)?(?! to\b)|keep in mind(?: that)?|bear in mind(?: that)?|note that|if (?:possible|you can),?)[,:]?\s+|(?:ok(?:ay)?|oh|ah|hey|hi|hello|yeah|so|anyway|well|btw)\s+|(?:ok(?:ay)?|oh|ah|hey|hi|hello|well|btw|by the way|before i forget|(?:a )?(?:quick|small|little|tiny|one) (?:thing|one|note|question|request|favou?r)|thanks|thank you|great|good|fine|right|yes|no|one (?:more |last )?thing|another thing|(?:a )?quick note|note|fyi|important|reminder|for (?:future|the) (?:reference|record)|p\.?s\.?|first|second(?:ly)?|finally|in general|generally|listen|look)(?:[,:!.–—-]+\s*))/iu,
  rules: [...TAKE_BACKS, ...NAMING_RULES, ...ORDERS_THAT_STAND, ...PREFERENCES, ...ASKED_FOR],
  header:
    /^(?:(?:please )?(?:always|never)|(?:from now on|going forward|in (?:the )?future)\b.{0,60}|(?:here (?:are|is) )?(?:my|some|a few|the)?\s?(?:standing |general |ground |house |basic )?(?:rules|preferences|standing (?:requests|instructions|orders))(?: for (?:you|this chat|your answers|our chats?))?):$/iu,
  material:
    /^(?!.*\b(?:from now on|always|never|rules|preferences|instructions)\b).{0,200}\b(?:here(?:['’]s| is| are| comes)|below|following|translate|summari[sz]e|rewrite|rephrase|proofread|correct|fix|edit|review|explain|analy[sz]e|improve|polish|wrote|writes|said|says|reads|received|forwarded|pasted|quote|transcript|log|document|e-?mail|mail|article|letter|policy|readme|text|contract|message from)\b.{0,120}:\s*$|^-{2,} ?(?:original|forwarded) message|^begin forwarded message|^(?:from|subject|sent): \S/iu,
  speech:
    /\b(?:translate|summari[sz]e|rewrite|rephrase|proofread|correct|fix|edit|explain|analy[sz]e|say|says|said|wrote|writes|reads|told (?:me|us|him|her|them)|sign|(?<!^(?:.{0,16}\b(?:new|my|another|one|house|ground|general|a|standing) )?)rule|saying|quote|motto|title|slogan|example)\b[^:\n]{0,60}:(?=\s)/iu,
  takesBack:
    /^(?:.{0,40}?\b(?:about|regarding|concerning|on|to|that|of|for)\b|you (?:no longer|do not|don['’]?t|need ?n['’]?t|needn['’]?t|can stop|may stop|can|may)|i no longer|i don['’]?t|it['’]?s? (?:is )?(?:ok(?:ay)?|fine|alright)|stop|quit)/iu,
  forbids:
    /\b(?:never|don['’]?t|do not|not|no|stop|quit|avoid|hate|dislike|can['’]?t stand|cannot stand|without|skip|omit)\b/iu,
  condition: /\b(?:when(?:ever)?|if|(?:every|each) time|any ?time|as long as|in case|except|unless)\b/iu,
  order: /(?<= )(?:please|just|then|always|never|do not|don['’]t)\b/iu,
  naming: NAMING,
  polite: /^(?:(?:can|could|would|will) (?:you|we)\b|call me\b)/iu,
  short: /^(?:call me|stop) /iu,
  plain: plainEnglish,
  clauses: CLAUSES,
  told: TOLD,
  stem: stemEnglish,
};

function stemEnglish(word: string): string {
  const plain = word.replace(/['’]s?$/, '');
  return stripEnd(stripPlural(plain)).replace(/(?<=..)[ei]$/, '');
}

function stripPlural(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function stripEnd(word: string): string {
  const end = /(?:ing|ed|ly)$/.exec(word)?.[0] ?? '';
  const rest = word.slice(0, word.length - end.length);
  if (end === '' || rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
  return rest.replace(/([bdgmnprt])\1$/, '$1');
}
