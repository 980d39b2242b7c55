import type { ModelMessage } from '@ai-sdk/provider-utils';

export type AnyMessage = Readonly<Record<string, unknown>>;

export interface Pair {
  situation: string;
  broken: readonly unknown[];
  says: readonly (readonly [index: number, rule: string])[];
  valid: readonly unknown[];
}

export const system = (content: unknown = 'Be kind.'): AnyMessage => ({ role: 'system', content });
export const user = (content: unknown = 'Hello'): AnyMessage => ({ role: 'user', content });
export const assistant = (content: unknown = 'Hi'): AnyMessage => ({ role: 'assistant', content });
export const tool = (...content: readonly unknown[]): AnyMessage => ({ role: 'tool', content });

export const text = (value: unknown) => ({ type: 'text', text: value });
export const call = (toolCallId: unknown, more: object = {}) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'look_up',
  input: {},
  ...more,
});
export const result = (toolCallId: unknown, output: unknown = { type: 'text', value: 'found' }) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'look_up',
  output,
});
export const thought = (providerOptions?: unknown) => ({
  type: 'reasoning',
  text: 'Let me see.',
  ...(providerOptions === undefined ? {} : { providerOptions }),
});

export const round = (id: unknown): AnyMessage[] => [
  user(),
  assistant([call(id)]),
  tool(result(id)),
  assistant(),
];

export function asMessages(messages: readonly unknown[]): ModelMessage[] {
  return messages as ModelMessage[];
}
