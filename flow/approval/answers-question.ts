import { ANY_NO, isConfirmation } from './is-confirmation.js';
import { readToolAnswer } from './read-tool-answer.js';

const REFUSAL = new RegExp(String.raw`^\s*(?:${ANY_NO})(?![\p{L}\p{N}])`, 'iu');

export interface QuestionKind {
  isAboutCall: boolean;
  takesAnyAnswer: boolean;
  /** Only the web page can send the output, no chat message. */
  wantsOutput: boolean;
}

export function answersQuestion(
  reply: string,
  { isAboutCall, takesAnyAnswer, wantsOutput }: QuestionKind,
): boolean {
  if (wantsOutput) return false;
  if (takesAnyAnswer || isConfirmation(reply) || REFUSAL.test(reply)) return true;
  return isAboutCall && readToolAnswer(reply).kind === 'changed';
}
