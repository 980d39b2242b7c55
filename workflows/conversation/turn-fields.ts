import { patched } from '@temporalio/workflow';
import type { CancelTurnInput, TurnInput } from '../../protocol/messages.js';
import { UnreadablePayload } from '../unreadable-payload.js';
import { cancelInputProblem } from './check-turn.js';

/** Every field that a message may have. */
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
} as const satisfies Record<keyof TurnInput, true>;

/** Says which fields of a message mean nothing, as a sentence; undefined: all mean something. */
export function unknownFields(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(TURN_FIELDS, name));
  if (unknown.length === 0) return undefined;
  const names = unknown.slice(0, 5).map((name) => `'${name.slice(0, 80)}'`);
  return `A message has no field ${names.join(', ')}: it has ${Object.keys(TURN_FIELDS).join(', ')}`;
}

/**
 * A message of a Signal as this history reads it: one that was written when some of these fields meant nothing took the message
 * whatever they held, and does so again.
 */
export function readSignalled(input: TurnInput): TurnInput {
  const { data: _data, output: _output, ...beforeData } = input ?? {};
  const read = has(input, 'data', 'output') && !patched('message-data') ? beforeData : input;
  const { regenerateOf: _regenerateOf, editOf: _editOf, ...beforeBranches } = read ?? {};
  return has(read, 'regenerateOf', 'editOf') && !knowsBranches() ? beforeBranches : read;
}

/**
 * A cancel of a Signal as this history reads it: one that was written when a list, or an object without a `turnId`, meant the running
 * turn cancels that turn again.
 */
export function readCancel(input: unknown): CancelTurnInput | undefined {
  // What a Signal brings is checked by whyNotCancel, whatever it is.
  const cancel = (input ?? undefined) as CancelTurnInput | undefined;
  const isRefused = cancelInputProblem(cancel) !== undefined;
  const meantRunning =
    typeof cancel === 'object' &&
    !(cancel instanceof UnreadablePayload) &&
    cancel.turnId === undefined &&
    isRefused;
  return meantRunning && !patched('cancel-input') ? undefined : cancel;
}

/** Whether this history knows branches. What a Signal said of them meant nothing to one that was written before. */
export function knowsBranches(): boolean {
  return patched('branches');
}

function has(input: unknown, ...names: readonly (keyof TurnInput)[]): boolean {
  return typeof input === 'object' && input !== null && names.some((name) => name in input);
}
