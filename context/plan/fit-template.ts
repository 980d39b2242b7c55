import type { ModelMessage } from '@ai-sdk/provider-utils';
import { listCalls, type ContextEntry } from '../message/entries.js';
import type { TemplateRules } from '../grammar/request-template.js';
import type { Counters } from '../text/counters.js';

type CountMessage = (message: ModelMessage) => number;

/** Sent before a user message where roles must alternate. */
const RESULTS_READ = { role: 'assistant', content: 'I have read the results.' } as const;
/** Appended where a request must end with a user message. */
const GO_ON = { role: 'user', content: 'Continue.' } as const;

export function joinSystem(
  system: readonly ContextEntry[],
  { template, countMessage }: { template: TemplateRules | undefined; countMessage: CountMessage },
): readonly ContextEntry[] {
  const [first, ...others] = system;
  const isJoined = template?.systemMessages === 'first' || template?.systemMessages === 'none';
  if (!isJoined || !first || others.length === 0) return system;
  const content = system.map(({ message }) => String(message.content)).join('\n\n');
  const message: ModelMessage = { role: 'system', content };
  return [{ index: first.index, message, tokens: countMessage(message) }];
}

export function renderSystem(
  system: readonly ContextEntry[],
  template: TemplateRules | undefined,
): readonly ContextEntry[] {
  if (template?.systemMessages !== 'none') return system;
  return system.map((entry) => ({
    ...entry,
    message: { role: 'user', content: String(entry.message.content) },
  }));
}

export function fitTurns(
  entries: readonly ContextEntry[],
  { template, countMessage }: { template: TemplateRules | undefined; countMessage: CountMessage },
): ContextEntry[] {
  const fitted: ContextEntry[] = [];
  for (const entry of entries) {
    const isBehind = entry.message.role === 'user' && fitted.at(-1)?.message.role === 'tool';
    if (isBehind && template?.roles === 'alternate') fitted.push(added(entry.index, RESULTS_READ));
    fitted.push(entry);
  }
  const last = fitted.at(-1);
  if (last?.message.role === 'assistant' && template?.lastMessage === 'user')
    fitted.push(added(last.index, GO_ON));
  return fitted;

  function added(index: number, message: ModelMessage): ContextEntry {
    return { index, message, tokens: countMessage(message) };
  }
}

export function turnTokens(
  entries: readonly ContextEntry[],
  { template, counters }: { template?: TemplateRules | undefined; counters: Counters },
): number {
  if (!template) return 0;
  const steps = entries.filter(({ message }) => listCalls(message).length > 0);
  return (
    (template.roles === 'alternate' ? steps.length * counters.countMessage(RESULTS_READ) : 0) +
    (template.lastMessage === 'user' ? counters.countMessage(GO_ON) : 0)
  );
}
