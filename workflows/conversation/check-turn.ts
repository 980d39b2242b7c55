import { nestingProblem } from '../../flow/values/nesting-problem.js';
import { schemaShapeProblem } from '../../protocol/asked-output.js';
import { messageDataProblem } from '../../protocol/message-data.js';
import { turnIdProblem, utf8Length } from '../../protocol/ids.js';
import { carriedProblem, messagePartsProblem } from '../../protocol/message-parts.js';
import { MAX_TEXT_BYTES } from '../../protocol/limits.js';
import type { DropTurnInput, TurnInput } from '../../protocol/messages.js';
import { whileRunningProblem } from '../../protocol/while-running.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The reason why a turn's input is refused, as a sentence; undefined: it is accepted. */
export function turnInputProblem(input: TurnInput | undefined): string | undefined {
  if (typeof input !== 'object' || input === null)
    return 'A turn\'s input is an object like {"text":"hello"}';
  const { text, textRef, parts, retryOf, data, output, turnId, whileRunning } = input;
  const mode = whileRunningProblem(whileRunning);
  if (mode !== undefined) return mode;
  if (turnId !== undefined) {
    const problem = turnIdProblem(turnId);
    if (problem !== undefined) return `Turn id ${shown(turnId)} ${problem}`;
  }
  if (retryOf !== undefined) {
    if ([text, textRef, parts, data, output].some((own) => own !== undefined))
      return "A turn with 'retryOf' says what that turn said: it has no text, 'data' or 'output' of its own";
    return unknownIdProblem(retryOf);
  }
  const beside = besideProblem({ data, output });
  if (beside !== undefined) return beside;
  if (parts !== undefined) {
    if (text !== undefined || textRef !== undefined)
      return "A turn has a 'text' or a 'textRef' or 'parts', and one of them only";
    return messagePartsProblem(parts) ?? carriedProblem({ parts });
  }
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

/** What is wrong with what goes with a text. */
function besideProblem({ data, output }: Pick<TurnInput, 'data' | 'output'>): string | undefined {
  const deepData = nestingProblem(data);
  if (deepData !== undefined) return `The data of the message ${deepData}`;
  const wrongData = data === undefined ? undefined : messageDataProblem(data);
  return wrongData ?? outputProblem(output);
}

/** What can be said against an object that is asked for without a look at the flow. */
export function outputProblem(output: unknown): string | undefined {
  const problem = nestingProblem(output) ?? (output === undefined ? undefined : schemaShapeProblem(output));
  return problem === undefined ? undefined : `The 'output' that is asked for ${problem}`;
}

/** The reason why the input of a drop is refused, as a sentence; undefined: it is accepted. */
export function dropInputProblem(input: DropTurnInput | undefined): string | undefined {
  if (typeof input !== 'object' || input === null) return 'A drop\'s input is an object like {"turnId":"…"}';
  if (input.restore !== undefined && typeof input.restore !== 'boolean')
    return `'restore' is true or false, not ${shown(input.restore)}`;
  return unknownIdProblem(input.turnId);
}

function unknownIdProblem(turnId: string): string | undefined {
  const problem = turnIdProblem(turnId);
  return problem === undefined ? undefined : `Turn id ${shown(turnId)} ${problem}`;
}

/** NUL is taken out before storing, so a text of nothing else is as blank as spaces. */
function isBlank(text: string): boolean {
  return text.replaceAll('\u0000', '').trim() === '';
}

/** As JSON, bounded. A value that is no text is named by its kind: one from outside may not even turn into a text. */
function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `of type ${typeof value}`;
}
