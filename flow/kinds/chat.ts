import { TRIGGER_FIELDS, triggerSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const SCHEMA = triggerSchema('chat', 'Fires when a user sends a message.');

export type ChatNode = Described<typeof SCHEMA>;

export const chatKind = {
  schema: SCHEMA,
  output: TRIGGER_FIELDS,
  shape: 'pill',
} satisfies NodeKind;

/** Starts the flow for each user message. */
export function chat(label?: string): Draft<ChatNode> {
  return { kind: 'chat', label };
}
