import type { ModelMessage } from '@ai-sdk/provider-utils';
import { listPartsOfType, type LooseMessage } from './loose-message.js';
import { quoteValue, runChecks, type GrammarCheck } from './run-checks.js';
import type { RequestForm, TemplateRules } from './request-template.js';
import { validateGrammar } from './validate-grammar.js';

export function validateForm(messages: readonly ModelMessage[], form: RequestForm): string[] {
  const broken = validateGrammar(messages, form.grammar);
  return broken.length > 0 ? broken : runChecks(messages, listChecks(form.template));
}

function listChecks(template: TemplateRules = {}): GrammarCheck[] {
  const { systemMessages, roles, toolCallIds, lastMessage } = template;
  return [
    ...(systemMessages === 'first' ? [checkOneSystem] : []),
    ...(systemMessages === 'none' ? [checkNoSystem] : []),
    ...(roles === 'alternate' ? [checkTurns] : []),
    ...(toolCallIds === 'nine-characters' ? [checkNineCharacters] : []),
    ...(lastMessage === 'user' ? [checkLast] : []),
  ];
}

const checkOneSystem: GrammarCheck = (messages, report) => {
  for (const [index, { role }] of messages.entries())
    if (role === 'system' && index > 0) report(index, 'is a system message and not the first message');
};

const checkNoSystem: GrammarCheck = (messages, report) => {
  for (const [index, { role }] of messages.entries())
    if (role === 'system') report(index, 'is a system message, which the template does not support');
};

const checkTurns: GrammarCheck = (messages, report) => {
  let next = 'user';
  for (const [index, message] of messages.entries()) {
    const { role } = message;
    if (role === 'system' || role === 'tool' || callsTools(message)) continue;
    if (role !== next)
      report(index, `is a second ${String(role)} message in a row (tool calls do not count)`);
    next = role === 'user' ? 'assistant' : 'user';
  }
};

const checkNineCharacters: GrammarCheck = (messages, report) => {
  for (const [index, message] of messages.entries())
    for (const { toolCallId } of listPartsOfType(message, 'tool-call'))
      if (!/^[a-zA-Z0-9]{9}$/.test(String(toolCallId)))
        report(
          index,
          `has a tool call with the id ${quoteValue(toolCallId)}, which is not 9 letters or digits`,
        );
};

const checkLast: GrammarCheck = (messages, report) => {
  const last = messages.at(-1);
  if (last?.role !== 'user' && last?.role !== 'tool')
    report(messages.length - 1, 'is the last and neither a user message nor tool results');
};

function callsTools(message: LooseMessage): boolean {
  return message.role === 'assistant' && listPartsOfType(message, 'tool-call').length > 0;
}
