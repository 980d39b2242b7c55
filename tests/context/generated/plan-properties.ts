import type { LanguageModelV3Message } from '@ai-sdk/provider';
import { isDeepStrictEqual } from 'node:util';
import { validateGrammar } from '../../../context/grammar/validate-grammar.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import { checkBudget, checkCounts, checkLeft, checkResults, type PlanCheck } from './check-arithmetic.js';
import {
  checkAccount,
  checkCanFit,
  checkCurrent,
  checkInterrupted,
  checkOrder,
  checkSystem,
  checkToolless,
} from './check-contents-sent.js';
import { checkGreed, checkPointers, checkThrift } from './check-choice.js';
import { planCase } from './plan-case.js';

const checkGrammar: PlanCheck = ({ plan, grammar }) =>
  plan.verdict === 'cannot-fit' ? undefined : validateGrammar(plan.messages, grammar)[0];

const checkPrompt: PlanCheck = ({ plan }) => {
  const roles = (messages: readonly { role: LanguageModelV3Message['role'] }[]) =>
    messages.map(({ role }) => role).filter((role, at, all) => role !== 'tool' || all[at - 1] !== 'tool');
  const prompt = toPrompt({ messages: plan.messages });
  return isDeepStrictEqual(roles(prompt), roles(plan.messages)) ? undefined : 'rendering changes the roles';
};

const checkIdempotence: PlanCheck = ({ input, plan }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const again = planCase({ ...input, messages: plan.messages });
  if (again === undefined || again.plan.verdict === 'cannot-fit')
    return 'what was planned cannot be planned again';
  return isDeepStrictEqual(again.plan.messages, plan.messages)
    ? undefined
    : 'planning again sends something else';
};

export const PLAN_PROPERTIES: Readonly<Record<string, PlanCheck>> = {
  grammar: checkGrammar,
  prompt: checkPrompt,
  budget: checkBudget,
  left: checkLeft,
  account: checkAccount,
  system: checkSystem,
  current: checkCurrent,
  'can fit': checkCanFit,
  order: checkOrder,
  interrupted: checkInterrupted,
  thrift: checkThrift,
  greed: checkGreed,
  pointers: checkPointers,
  results: checkResults,
  toolless: checkToolless,
  counts: checkCounts,
  idempotence: checkIdempotence,
};
