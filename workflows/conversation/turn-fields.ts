import type { TurnInput } from '../../protocol/messages.js';

const TURN_FIELDS = {
  text: true,
  textRef: true,
  parts: true,
  data: true,
  output: true,
  retryOf: true,
  regenerateOf: true,
  editOf: true,
  turnId: true,
  whileRunning: true,
  priority: true,
} as const satisfies Record<keyof TurnInput, true>;

export function unknownFields(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(TURN_FIELDS, name));
  if (unknown.length === 0) return undefined;
  const names = unknown.slice(0, 5).map((name) => `'${name.slice(0, 80)}'`);
  return `A message has no field ${names.join(', ')}: it has ${Object.keys(TURN_FIELDS).join(', ')}`;
}
