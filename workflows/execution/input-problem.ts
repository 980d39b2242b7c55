import { outputProblem, turnInputProblem } from '../conversation/check-turn.js';
import { nestingProblem } from '../../flow/values/nesting-problem.js';
import { utf8Length } from '../../protocol/ids.js';
import { MAX_INTEGER, MAX_TEXT_BYTES } from '../../protocol/limits.js';
import type { PlainExecutionInput, RerunFrom } from '../../protocol/messages.js';
import { roundedNumberProblem } from '../../protocol/rounded-number.js';

export function inputProblem({
  text,
  textRef,
  parts,
  data,
  output,
  trigger,
  version,
  rerun,
}: PlainExecutionInput): string | undefined {
  if (trigger !== undefined && typeof trigger !== 'string') return 'The trigger is not a string';
  // Clients in other languages may send null.
  if (version != null && !isVersion(version))
    return `The version '${String(version).slice(0, 20)}' is not a whole number from 1 to ${MAX_INTEGER}`;
  const asked = outputProblem(output);
  if (asked !== undefined) return asked;
  if (data === undefined || textRef !== undefined || parts || (text !== undefined && text !== '')) {
    const problem = turnInputProblem({ text, textRef, parts });
    if (problem) return problem;
  }
  if (rerun != null) {
    const unfit = rerunInputProblem(rerun);
    if (unfit) return unfit;
  }
  if (data === undefined) return undefined;
  const wrong = nestingProblem(data) ?? roundedNumberProblem(data);
  if (wrong) return `The data ${wrong}`;
  const own = utf8Length(JSON.stringify(data) ?? '');
  if (own > MAX_TEXT_BYTES)
    return `The data has ${own} bytes as JSON; the limit is ${MAX_TEXT_BYTES}: send less, or an id that a tool or node can look up`;
  const bytes = utf8Length(JSON.stringify({ text, parts, data }));
  return bytes > MAX_TEXT_BYTES
    ? `${parts ? 'Parts' : 'Text'} and data have ${bytes} bytes as JSON; the limit is ${MAX_TEXT_BYTES}: store them and pass a reference`
    : undefined;
}

function rerunInputProblem(rerun: RerunFrom): string | undefined {
  if (typeof rerun !== 'object' || typeof rerun.from !== 'string' || typeof (rerun.of ?? '') !== 'string')
    return "The rerun needs an execution in 'of' and a node in 'from'";
  const { outputs } = rerun;
  if (outputs == null) return undefined;
  if (typeof outputs !== 'object' || Array.isArray(outputs)) return 'The outputs are not an object';
  const wrong = nestingProblem(outputs) ?? roundedNumberProblem(outputs);
  if (wrong) return `An output ${wrong}`;
  const bytes = utf8Length(JSON.stringify(outputs));
  return bytes > MAX_TEXT_BYTES
    ? `The outputs have ${bytes} bytes as JSON; the limit is ${MAX_TEXT_BYTES}: change fewer outputs`
    : undefined;
}

function isVersion(version: number): boolean {
  return Number.isInteger(version) && version > 0 && version <= MAX_INTEGER;
}
