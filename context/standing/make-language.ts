import type { StandingKind, StandingLanguage, StandingRule } from './language.js';
import type { StandingWords } from './standing-words.js';

/** JavaScript's `\b` ignores accented letters. */
const START = String.raw`(?<!\p{L})`;
const END = String.raw`(?!\p{L})`;

export function makeLanguage(words: StandingWords): StandingLanguage {
  const { opening, rules, material } = words;
  const values = new Map(
    Object.entries({ '@language': words.languages, ...words.values }).flatMap(([name, all]) =>
      all.split('|').map((value) => [value, name] as const),
    ),
  );
  return {
    opening: new RegExp(String.raw`^(?:[-*•–]\s+|\d{1,2}[.)]\s+|(?:${opening})${END}[,:!.]?\s+)`, 'iu'),
    rules: [...takeBackRules(words), ...orderRules(words), ...wishRules(words)],
    header: new RegExp(String.raw`^(?:.{0,40}${START}(?:${rules})${END}.{0,30}|(?:${words.since})):$`, 'iu'),
    material: new RegExp(
      String.raw`^(?!.*${START}(?:${words.since}|${words.always}|${words.never}|${rules})${END}).{0,200}${START}(?:${material})${END}.{0,120}:\s*$`,
      'iu',
    ),
    speech: new RegExp(String.raw`${START}(?:${material})${END}[^:\n]{0,60}:(?=\s)`, 'iu'),
    takesBack: new RegExp(`^.{0,60}?${START}(?:${words.about})${END}`, 'iu'),
    forbids: new RegExp(`${START}(?:${words.forbids})${END}`, 'iu'),
    condition: new RegExp(`${START}(?:${words.condition})${END}`, 'iu'),
    naming: namingPattern(words.callMe, START),
    polite: new RegExp(`^(?:${words.polite})${END}`, 'iu'),
    short: new RegExp(`^(?:${words.callMe}|${words.stops})${END}`, 'iu'),
    clauses: new RegExp(String.raw`(?:;|\s[-–—]|,?\s(?:${words.so}))\s+`, 'giu'),
    told: new RegExp(`${START}(?:${material})${END}`, 'iu'),
    frame: new Set(words.frame.split(' ')),
    answer: new Set(words.answer.split(' ')),
    values,
    ...(words.elided === undefined
      ? {}
      : { elided: new RegExp(String.raw`${START}(?:${words.elided})['’](?=\p{L})`, 'giu') }),
    stem: (word) => word.replace(new RegExp(String.raw`(?<=\p{L}{3})(?:${words.endings})$`, 'u'), ''),
  };
}

function namingPattern(callMe: string, before: string): RegExp {
  const first = callMe
    .split('|')
    .map((one) => `[${one.charAt(0)}${one.charAt(0).toUpperCase()}]${one.slice(1)}`);
  return new RegExp(String.raw`${before}(?:${first.join('|')}) (?:["“„«]|\p{Lu}[\p{L}'’.-]*)`, 'u');
}

function rule(kind: StandingKind, when: string, unless?: string): StandingRule {
  const made = { kind, when: new RegExp(when, 'iu') };
  return unless === undefined ? made : { ...made, unless: new RegExp(unless, 'iu') };
}

function takeBackRules({ forgets, all, said, about, noLonger, allows }: StandingWords): StandingRule[] {
  return [
    rule('take-back-all', `^(?:${forgets}) (?:${all})${END}`, `${START}(?:${about})${END}`),
    rule('take-back', `^(?:${forgets})[, ]+(?:${said})${END}`),
    rule('allow', `^(?:${allows})${END}`),
    rule('take-back', `^(?:${noLonger})${END}`),
  ];
}

function orderRules(words: StandingWords): StandingRule[] {
  const { always, never, since, lasting, subjects, whenever, wants } = words;
  const order = `(?:${words.before ?? ''})?(?:${words.orders})${END}`;
  const ever = `(?:${always}|${never})${END}`;
  const told = String.raw`${START}(?:${subjects})(?: \S+)?(?: \S+)? ${ever}`;
  return [
    { kind: 'instruction', when: namingPattern(words.callMe, '^') },
    rule('stop', `^(?:${words.stops})${END}`),
    rule('instruction', String.raw`^(?:${since})[,:]? (?:${wants})${END}`),
    rule(
      'instruction',
      String.raw`^(?:${since})[,:]? (?:(?!(?:${subjects})${END})\S+ ){0,20}?(?:${words.please})${END}`,
      String.raw`^(?:${since})[,:]? (?:\S+ )?(?:${subjects})${END}`,
    ),
    rule(
      'instruction',
      String.raw`^(?:${since})[,:]? (?:.{0,80}? )?(?:${order}|${ever})`,
      String.raw`^(?:${since})[,:]? (?:\S+ )?(?:${subjects})${END}`,
    ),
    rule('instruction', String.raw`^${order}(?: \S+){0,8}? ${ever}`, told),
    rule(
      'instruction',
      String.raw`^${ever},? (?:.{0,120}? )?${order}`,
      String.raw`^${ever},? (?:\S+ ){0,3}(?:${subjects})${END}`,
    ),
    rule('instruction', `^${order}.{0,240}${START}(?:${since}|${lasting})${END}`),
    rule('instruction', String.raw`^(?:${whenever})${END}.{1,200}?, ?(?:\S+ ){0,2}?(?:${order}|${ever})`),
    rule(
      'instruction',
      String.raw`^(?:${whenever})${END}.{1,160}? (?<!${START}(?:${subjects}) )${order}(?: \S+)? ${ever}`,
    ),
    rule('instruction', String.raw`^(?:${words.speaks}) (?:${words.languages})${END}`),
    rule(
      'instruction',
      String.raw`^(?:${words.none})(?: |(?<=['’])).{1,100}${START}(?:${words.noneEnds}|${since}|${lasting})${END}`,
    ),
    rule('instruction', `^(?:${words.polite})${END}.{1,200}${START}(?:${since}|${ever})`),
  ];
}

function wishRules({
  prefers,
  choices,
  wants,
  always,
  never,
  since,
  lasting,
}: StandingWords): StandingRule[] {
  return [
    rule('preference', `^(?:${prefers})${END}`, `${START}(?:${choices})${END}`),
    rule(
      'instruction',
      `^(?:${wants})${END}.{0,200}${START}(?:${always}|${never}|${since}|${lasting})${END}`,
    ),
  ];
}
