import type { StandingLanguage } from './language.js';

export const ORDERS =
  'answer|reply|respond|use|write|give|show|tell|keep|call|address|refer|include|add|avoid|cite|quote|list|explain|format|' +
  'translate|convert|put|start|begin|open|end|finish|close|sign|mention|remind|ask|check|double-check|assume|remember|treat|' +
  'send|skip|leave|make|speak|talk|prefer|stick|limit|round|spell|provide|suggest|recommend|offer|warn|note|mark|highlight|' +
  'wrap|return|output|print|say|do|be|sort|order|number|summari[sz]e|test|count|schedule|book|buy|plan|record|save|log|' +
  'name|label|attach|link|read|run|prepare|present|express|state|measure|report|notify|let|wait|confirm|propose|choose|' +
  'pick|turn|set|switch|draw|type|document|comment|indent|prefix|structure|split|group|separate|combine|consider|respect|' +
  'follow|apply|take|go|come|ping|text|e-?mail|message|contact|phone|ring|disturb|wake|expect|allow|accept|reject|refuse|' +
  'ignore|drop|remove|omit|exclude|replace|repeat|stop|hide|sum|break|bold|capitali[sz]e|abbreviate|compare|estimate|' +
  'calculate|compute|describe|greet|thank|apologi[sz]e|praise|flag|justify|back|base|stay|remain|focus|cover|share|deliver';

const LANGUAGES =
  'english|german|french|spanish|italian|portuguese|dutch|danish|swedish|norwegian|finnish|polish|czech|hungarian|' +
  'romanian|greek|turkish|russian|ukrainian|arabic|hebrew|persian|hindi|bengali|urdu|tamil|chinese|mandarin|cantonese|' +
  'japanese|korean|vietnamese|thai|indonesian|malay|swahili|latin|catalan|welsh|irish|esperanto';

export const LANGUAGE_NAMES = LANGUAGES;

const VALUES: Readonly<Record<string, string>> = {
  '@language': LANGUAGES,
  '@units': 'metric|imperial|unit',
  '@temperature': 'celsius|fahrenheit|kelvin',
  '@currency': 'euro|dollar|pound|franc|yen|usd|eur|gbp|chf|jpy',
  '@length':
    'short|shorter|brief|concise|long|longer|detailed|terse|verbose|lengthy|succinct|elaborate|thorough',
  '@tone': 'formal|informal|casual|friendly|polite|relaxed|serious|humorous',
  '@spelling': 'british|american',
  '@clock': '24-hour|12-hour|24h|12h',
  '@name': 'name|nickname',
  '@number':
    'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|am|pm|oclock|first|second|third',
};

const FRAME =
  'a an the this that these those it its i me my mine myself you your yours we us our he she they them their who whom which what ' +
  'and or but so if then than as at by for from in into of off on onto out over to up with within without about after ' +
  'before between during through until unless while when whenever where why how not no nor never always ever again only ' +
  'just also too even still already now today please kindly all any every each some more most much many few less least ' +
  'other another such same own very really quite rather instead otherwise default rule future forward henceforth further ' +
  'notice going anymore longer rest chat conversation time times thing things way anything something everything nothing ' +
  'is are was were be been being am do does did done have has had having can could may might must shall should will would ' +
  'need needs want wants like likes love hate dislike stand prefer preferred preference make makes making sure use uses ' +
  'using used give gives giving get gets keep keeps keeping put let try start stop ask asks asked asking say says said ' +
  'tell tells told show shows showing include includes including add adds adding provide avoid avoiding suggest ' +
  'suggesting recommend recommending mention mentioning offer dont doesnt didnt cant cannot wont id im ive youre lets s t ' +
  'd ll re ve m forget ignore drop cancel disregard instruction request wish there here ok okay thanks thank ' +
  'fine alright allowed welcome day days nowadays lately back go goes actually mind wish switch easier under up';

const ANSWER =
  'answer answers answering answered reply replies replying respond responding response responses message messages write ' +
  'writing speak speaking talk talking text texts';

const words = (text: string): Set<string> => new Set(text.split(' '));

export const ENGLISH_WORDS: Pick<StandingLanguage, 'frame' | 'answer' | 'values'> = {
  frame: words(FRAME),
  answer: words(ANSWER),
  values: new Map(
    Object.entries(VALUES).flatMap(([name, all]) => all.split('|').map((value) => [value, name] as const)),
  ),
};
