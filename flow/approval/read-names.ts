import { SPOKEN_NO as NO, SPOKEN_YES as YES } from './is-confirmation.js';

const FORMS: readonly RegExp[] = [
  // `buy: yes`
  /^(?<name>[^:]+):(?<answer>.*)$/su,
  // `buy yes`
  new RegExp(String.raw`^(?<name>[^:]+?)[\s,](?<answer>${YES}|${NO})[.!]?$`, 'isu'),
  // `buy no, too much`
  new RegExp(String.raw`^(?<name>[^:,]+?)[\s,](?<answer>(?:${NO})[,:;].*)$`, 'isu'),
  // `agent 1.2 {"amount": 5}`
  /^(?<name>[^:{]+)(?<answer>\{.*)$/su,
  // `yes to buy`, `yes, buy`, `yes: buy`
  new RegExp(String.raw`^(?<answer>${YES}|${NO})[\s,:](?<name>.+?)[.!]?$`, 'isu'),
  // `no to buy, too much`
  new RegExp(String.raw`^(?<answer>${NO})[\s,:](?<name>[^,:;]+)(?<reason>[,:;].*)$`, 'isu'),
];

/** A longer text names no question. Keeps long messages cheap to check. */
const MAX_NAME = 1_000;

export function readNames(reply: string): { name: string; answer: string }[] {
  const words = reply.trim();
  return FORMS.flatMap((form) => {
    const { name = '', answer = '', reason = '' } = form.exec(words)?.groups ?? {};
    if (name === '' || name.length > MAX_NAME) return [];
    const clean = name.replaceAll(/[\s,]+/gu, ' ').trim();
    const whole = `${answer}${reason}`.trim();
    return [clean, clean.replace(/^(?:to|for) /iu, '')].map((one) => ({ name: unquote(one), answer: whole }));
  });
}

function unquote(name: string): string {
  return name.replace(/^(['"])(.*)\1$/u, '$2');
}
