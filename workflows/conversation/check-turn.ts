import { nestingProblem } from '../../flow/values/nesting-problem.js';
import { schemaShapeProblem } from '../../protocol/json-schema.js';
import { messageDataProblem } from '../../protocol/message-data.js';
import { forkKey } from '../../protocol/fork-place.js';
import { turnIdProblem, utf8Length, type ConversationKey } from '../../protocol/ids.js';
import { carriedProblem, messagePartsProblem } from '../../protocol/message-parts.js';
import { MAX_INTEGER, MAX_TEXT_BYTES } from '../../protocol/limits.js';
import type {
  CancelTurnInput,
  ChangeTurnInput,
  DropTurnInput,
  ForkInput,
  SwitchBranchInput,
  TurnInput,
} from '../../protocol/messages.js';
import { priorityProblem } from '../../protocol/priority.js';
import { whileRunningProblem } from '../../protocol/while-running.js';
import { UnreadablePayload } from '../unreadable-payload.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function turnInputProblem(input: TurnInput | undefined): string | undefined {
  if (typeof input !== 'object' || input === null)
    return 'A turn\'s input is an object like {"text":"hello"}';
  const { text, textRef, parts, data, output, turnId, whileRunning } = input;
  const problem =
    whileRunningProblem(whileRunning) ??
    priorityProblem(input.priority) ??
    (turnId === undefined ? undefined : unknownIdProblem(turnId)) ??
    againProblem(input);
  if (problem) return problem;
  if ((input.retryOf ?? input.regenerateOf) !== undefined) return undefined;
  const beside = besideProblem({ data, output });
  if (beside) return beside;
  if (parts) {
    if (text !== undefined || textRef !== undefined)
      return "A turn has exactly one of 'text', 'textRef' and 'parts'";
    return messagePartsProblem(parts) ?? carriedProblem({ parts });
  }
  return textProblem(text, textRef);
}

function textProblem(text: unknown, textRef: unknown): string | undefined {
  if (textRef !== undefined) {
    if (text !== undefined) return "A turn has a 'text' or a 'textRef', not both";
    if (typeof textRef !== 'string' || !UUID.test(textRef))
      return `Text reference ${shown(textRef)} is not a UUID`;
    return undefined;
  }
  if (text === undefined) return "A turn needs a 'text'";
  if (typeof text !== 'string')
    return `A turn's text is a string, not ${text === null ? 'null' : typeof text}`;
  if (isBlank(text)) return 'The message text is empty';
  const bytes = utf8Length(JSON.stringify(text));
  if (bytes > MAX_TEXT_BYTES)
    return `The message text has ${bytes} bytes as JSON; a Signal or Update carries at most ${MAX_TEXT_BYTES}: send it with our client, which stores it first`;
  return undefined;
}

function besideProblem({ data, output }: Pick<TurnInput, 'data' | 'output'>): string | undefined {
  const deepData = nestingProblem(data);
  if (deepData) return `The data of the message ${deepData}`;
  const wrongData = data && messageDataProblem(data);
  return wrongData ?? outputProblem(output);
}

export function outputProblem(output: unknown): string | undefined {
  const problem = nestingProblem(output) ?? (output === undefined ? undefined : schemaShapeProblem(output));
  return problem ? `The requested 'output' ${problem}` : undefined;
}

function againProblem(input: TurnInput): string | undefined {
  const { text, textRef, parts, data, output, whileRunning } = input;
  const named = (['retryOf', 'regenerateOf', 'editOf'] as const).filter((name) => input[name] !== undefined);
  const [name] = named;
  if (!name) return undefined;
  if (named.length > 1) return `A turn has one of '${named.join("' and '")}', not both`;
  const hasOwn = [text, textRef, parts, data, output].some((own) => own !== undefined);
  if (name !== 'editOf' && hasOwn)
    return `A turn with '${name}' repeats that turn: it accepts no other text, 'data' or 'output'`;
  if (name !== 'retryOf' && whileRunning === 'steer')
    return `A turn with '${name}' begins a branch: it cannot join the running turn`;
  return unknownIdProblem(input[name] ?? '');
}

export function switchInputProblem(input: SwitchBranchInput | undefined): string | undefined {
  if (typeof input !== 'object' || input === null) return 'A switch\'s input is an object like {"branch":1}';
  const { branch, turnId } = input;
  if (!Number.isInteger(branch) || branch < 0 || branch > MAX_INTEGER)
    return `'branch' is the number of a branch, not ${shown(branch)}`;
  return turnId === undefined ? undefined : unknownIdProblem(turnId);
}

export function forkInputProblem(source: ConversationKey, input: ForkInput | undefined): string | undefined {
  if (typeof input !== 'object' || input === null) return 'A fork\'s input is an object like {"at":"…"}';
  // `forkKey` needs a channel; any name will do for this check.
  const planned = forkKey(source, { ...input, channel: input.channel ?? 'fork' });
  return 'problem' in planned ? planned.problem : undefined;
}

export function changeInputProblem(input: ChangeTurnInput | undefined): string | undefined {
  if (typeof input !== 'object' || input === null)
    return 'A change\'s input is an object like {"turnId":"…","whileRunning":"steer"}';
  const unknown = Object.keys(input).find((name) => !CHANGE_FIELDS.includes(name));
  if (unknown !== undefined)
    return `A change has no field '${unknown.slice(0, 80)}': it has ${CHANGE_FIELDS.join(', ')}`;
  const { turnId, whileRunning, text, textRef } = input;
  const hasText = text !== undefined || textRef !== undefined;
  if (whileRunning === undefined && !hasText) return "A change needs a 'whileRunning' or a 'text'";
  const problem = whileRunningProblem(whileRunning) ?? unknownIdProblem(turnId);
  return problem ?? (hasText ? textProblem(text, textRef) : undefined);
}

const CHANGE_FIELDS = ['turnId', 'whileRunning', 'text', 'textRef'];

export function dropInputProblem(input: DropTurnInput | undefined): string | undefined {
  if (typeof input !== 'object' || input === null) return 'A drop\'s input is an object like {"turnId":"…"}';
  if (input.restore !== undefined && typeof input.restore !== 'boolean')
    return `'restore' is true or false, not ${shown(input.restore)}`;
  return unknownIdProblem(input.turnId);
}

/** Rejects lists and unknown fields, which would otherwise cancel the running turn. */
export function cancelInputProblem(input: CancelTurnInput | null | undefined): string | undefined {
  if (input == null) return undefined;
  if (typeof input !== 'object' || Array.isArray(input) || input instanceof UnreadablePayload)
    return 'A cancel\'s input is nothing, or an object like {"turnId":"…"}';
  if (input.turnId !== undefined) return unknownIdProblem(input.turnId);
  const [name] = Object.keys(input);
  return name === undefined
    ? undefined
    : `A cancel has no field '${name.slice(0, 80)}': name the turn as 'turnId', or send no input to cancel the running turn`;
}

function unknownIdProblem(turnId: string): string | undefined {
  const problem = turnIdProblem(turnId);
  return problem ? `Turn id ${shown(turnId)} ${problem}` : undefined;
}

function isBlank(text: string): boolean {
  return text.replaceAll('\u0000', '').trim() === '';
}

/** An untrusted value may throw when it is converted to a string. */
function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `of type ${typeof value}`;
}
