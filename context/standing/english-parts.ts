import { ORDERS } from './english-words.js';
import type { StandingRule } from './language.js';

export const ORDER = `(?:${ORDERS})\\b`;
export const NOT = String.raw`(?:do not|don['’]?t)`;
export const ANSWERS = '(?:answers|replies|responses|messages|explanations|summaries)';
export const SINCE =
  '(?:from (?:now|here|this point|this day|today)(?: on(?:wards?)?)?(?: (?:out|in|forward))?|starting (?:now|today)|(?:going|moving) forward|henceforth|hereafter|in (?:the )?future|for next time|for the (?:future|rest of (?:this|our) (?:chat|conversation))|in (?:this|our) (?:chat|conversation)|as a (?:standing |general )?(?:rule|instruction|request)|by default|unless i (?:say|ask|tell you)[^,]{0,40}|until (?:further notice|i (?:say|tell you) otherwise))';
export const LASTING = `(?:${SINCE}|whenever|(?:every|each) time|unless (?:told|asked|stated) otherwise|any ?more|any longer|ever again|at all times|without exception|in future (?:answer|repl|response|message)\\p{L}*|(?:not )?now (?:and|or|,? ?not) ever|when (?:talking|speaking|writing|replying|answering) to me|(?:in|to|with|of|for) (?:(?:all|any|every|each)(?: of)? (?:your )?(?:answer|repl|response|message)\\p{L}*|your ${ANSWERS}))`;
export const DOES =
  '(?:ask|say|mention|talk|write|send|paste|post|share|type|give|tell|want|need|request|upload|show|start|bring|use|report|describe)';
export const WANT = String.raw`i(?:['’]d| would)? (?:really |also |just |always )?(?:like|want|need|expect|ask|prefer)`;
export const rule = (kind: StandingRule['kind'], when: string, unless?: string): StandingRule => ({
  kind,
  when: new RegExp(when, 'iu'),
  ...(unless === undefined ? {} : { unless: new RegExp(unless, 'iu') }),
});
