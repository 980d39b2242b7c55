export type SummaryProblem = 'blank' | 'error' | 'refusal' | 'markup' | 'echo';

const TOPIC = /^[ \t*#>-]{0,12}\[Topic:/im;
const MARKUP = /^(?:<!doctype\b|<html\b|<\?xml\b)/i;
const ERROR =
  /^(?:(?:internal server|bad gateway|service unavailable|gateway time-?out|too many requests|rate limit)\b|(?:\w{0,40}error|\w{0,40}exception|http \d{3})\s{0,4}[:(-]|\{\s{0,40}"error"\s{0,4}:)/i;
const REFUSAL =
  /^(?:(?:i['’]m|i am|we['’]re) (?:very |so |really )?(?:sorry|afraid|unable)|sorry|apologies|as an ai\b|i (?:can['’]?t|cannot|can not|won['’]t|will not|am not able to|must decline))/i;
const REFUSED =
  /\b(?:can['’]?t|cannot|can not|unable|not able|won['’]t|decline|not allowed|not permitted)\b.{0,80}\b(?:help|assist|summari[sz]e|comply|provide|process|continue|do that|fulfil|request|create|generate|complete|share)/is;
/** Longer texts contain more than a refusal. */
const REFUSAL_LENGTH = 600;

export interface SummaryProblemInput {
  request?: string;
}

/** Rejects only clear failures: a false alarm costs another call. */
export function summaryProblem(
  text: string,
  { request }: SummaryProblemInput = {},
): SummaryProblem | undefined {
  const answer = text.trim();
  if (!/[\p{L}\p{N}]/u.test(answer.slice(0, 4_000))) return 'blank';
  if (request !== undefined && isEcho(answer, request)) return 'echo';
  if (TOPIC.test(answer.slice(0, 4_000))) return undefined;
  const beginning = answer.slice(0, 1_000);
  if (MARKUP.test(beginning)) return 'markup';
  if (ERROR.test(beginning)) return 'error';
  if (answer.length <= REFUSAL_LENGTH && REFUSAL.test(beginning) && REFUSED.test(beginning)) return 'refusal';
  return undefined;
}

function isEcho(answer: string, request: string): boolean {
  const whole = request.trim();
  return answer === whole || (answer.length >= 400 && whole.includes(answer));
}
