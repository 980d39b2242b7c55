import { ANY_NO, isConfirmation } from './is-confirmation.js';
import { readToolAnswer } from './read-tool-answer.js';

/** A no, perhaps with a reason behind it. */
const REFUSAL = new RegExp(String.raw`^\s*(?:${ANY_NO})(?![\p{L}\p{N}])`, 'iu');

/** The answers that a question accepts. */
export interface QuestionKind {
  /** Whether a tool call may run, so that a changed input answers it, too. */
  isAboutCall: boolean;
  /** Its node goes on with any answer. */
  takesAnyAnswer: boolean;
  /** A page is to run the tool call: no message is its output. */
  wantsOutput: boolean;
}

/**
 * Whether a reply answers a question: with yes, with no and perhaps a reason, or with a changed input for a tool call. Any
 * other reply says something else.
 */
export function answersQuestion(
  reply: string,
  { isAboutCall, takesAnyAnswer, wantsOutput }: QuestionKind,
): boolean {
  if (wantsOutput) return false;
  if (takesAnyAnswer || isConfirmation(reply) || REFUSAL.test(reply)) return true;
  return isAboutCall && readToolAnswer(reply).kind === 'changed';
}
