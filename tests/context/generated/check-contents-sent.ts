import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { PlanCheck } from './check-arithmetic.js';
import { spoken } from './check-arithmetic.js';
import { countOnce } from './count-once.js';
import { cleaned, tagsIn, listTexts } from './list-texts.js';

export const checkSystem: PlanCheck = ({ input, plan }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const textOf = ({ content }: ModelMessage): string => listTexts(content).map(cleaned).join('\n');
  const given = input.messages.filter(({ role }) => role === 'system').map(textOf);
  const sent = plan.messages.filter(({ role }) => role === 'system').map(textOf);
  const said = given.filter((text) => text !== '');
  return JSON.stringify(sent) === JSON.stringify(said)
    ? undefined
    : `${sent.length} system messages are sent of ${said.length}`;
};

export const checkCurrent: PlanCheck = ({ input, plan }) => {
  const at = input.messages.findLastIndex((message) => message.role === 'user' && says(message.content));
  if (at === -1)
    return plan.verdict === 'cannot-fit' ? undefined : 'sends something though no user said anything';
  if (plan.verdict === 'cannot-fit') return undefined;
  const said = plan.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const told = plan.left.some(({ index, rule }) => index === at && rule === 'cut');
  const sent = JSON.stringify(said);
  if (told)
    return /tokens left out|(?:picture|file)s? left out/.test(sent)
      ? undefined
      : 'a cut message has no marker';
  const lost = sayable(input.messages[at]?.content).find((text) => !isIn(text, sent));
  return lost === undefined ? undefined : `the current message lacks ${JSON.stringify(lost.slice(0, 40))}`;
};

const LEAST = { user: 200, pointer: 150, note: 40 };

export const checkCanFit: PlanCheck = ({ input, plan }) => {
  if (plan.verdict !== 'cannot-fit' || input.settings?.oversize === 'refuse') return undefined;
  const at = input.messages.findLastIndex((message) => message.role === 'user' && says(message.content));
  if (at === -1) return undefined;
  let step = 0;
  for (const message of input.messages.slice(at + 1)) {
    const parts = Array.isArray(message.content) ? message.content.length : 0;
    if (message.role === 'assistant') step = Math.max(step, countOnce(message) + parts * LEAST.note);
    if (message.role === 'tool') step += parts * LEAST.pointer;
  }
  return LEAST.user + step <= plan.budget
    ? `cannot fit ${LEAST.user + step} tokens into ${plan.budget}`
    : undefined;
};

export const checkOrder: PlanCheck = ({ plan }) => {
  const tags = spoken(plan.messages).flatMap(({ content }) => tagsIn(content));
  return tags.every((tag, at) => at === 0 || tag >= (tags[at - 1] ?? 0))
    ? undefined
    : `order ${tags.join(' ')}`;
};

export const checkAccount: PlanCheck = ({ input, plan }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const told = new Set(plan.left.map(({ index }) => index));
  const sent = JSON.stringify(plan.messages);
  for (const [index, { content }] of input.messages.entries()) {
    if (told.has(index)) continue;
    const lost = sayable(content).find((text) => !isIn(text, sent));
    if (lost !== undefined)
      return `message ${index} lacks ${JSON.stringify(lost.slice(0, 40))}, and nothing tells`;
  }
  return undefined;
};

export const checkInterrupted: PlanCheck = ({ input, plan }) => {
  if (plan.verdict === 'cannot-fit' || input.settings?.tools?.length === 0) return undefined;
  const at = input.messages.findLastIndex((message) => message.role === 'user' && says(message.content));
  const dropped = new Set(plan.left.flatMap(({ index, rule }) => (rule === 'budget' ? [index] : [])));
  const sent = JSON.stringify(plan.messages);
  for (const [index, { role, content }] of input.messages.entries()) {
    if (index <= at || role !== 'assistant' || !Array.isArray(content) || dropped.has(index)) continue;
    const inputs = content.flatMap((part: unknown) => {
      const call = (part ?? {}) as Record<string, unknown>;
      return call['type'] === 'tool-call' && !call['providerExecuted'] ? [call['input']] : [];
    });
    const lost = inputs
      .flatMap((one) => (isObject(one) ? listTexts(one) : []))
      .find((text) => !isIn(text, sent));
    if (lost !== undefined) return `a call of the turn is gone: ${JSON.stringify(lost.slice(0, 40))}`;
  }
  return undefined;
};

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const checkToolless: PlanCheck = ({ input, plan }) => {
  if (input.settings?.tools?.length !== 0) return undefined;
  return plan.messages.some(
    ({ role, content }) => role === 'tool' || JSON.stringify(content).includes('"tool-call"'),
  )
    ? 'an agent without tools is sent tool messages'
    : undefined;
};

function says(content: unknown): boolean {
  if (!Array.isArray(content)) return listTexts(content).length > 0;
  return content.some((part: unknown) => {
    const { type, text, image, data } = (part ?? {}) as Record<string, unknown>;
    if (typeof part === 'string') return part.trim() !== '';
    if (type === 'text') return typeof text === 'number' || listTexts(text).length > 0;
    return (type === 'image' && Boolean(image)) || (type === 'file' && Boolean(data));
  });
}

function sayable(content: unknown): string[] {
  return listTexts(content).flatMap((text) => {
    try {
      return text.startsWith('{') ? listTexts(JSON.parse(text)) : [text];
    } catch {
      return [text];
    }
  });
}

function isIn(text: string, json: string): boolean {
  const once = JSON.stringify(cleaned(text)).slice(1, -1);
  return json.includes(once) || json.includes(JSON.stringify(once).slice(1, -1));
}
