import { utf8Length } from './ids.js';
import { roundedNumberProblem } from './rounded-number.js';
import { storableProblem } from './storable-json.js';

export type MessageData = Readonly<Record<string, unknown>>;

const MAX_DATA_BYTES = 32_768;

/** The caller must check the depth first. */
export function messageDataProblem(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return 'The data of the message is not an object like {"page":"/orders"}';
  const json = JSON.stringify(data);
  const bytes = utf8Length(json);
  if (bytes > MAX_DATA_BYTES)
    return `The data of the message has ${bytes} bytes as JSON; at most ${MAX_DATA_BYTES} are accepted: send less, or the id of what a tool or a node looks up`;
  const problem = storableProblem(json) ?? roundedNumberProblem(data);
  return problem && `The data of the message ${problem}`;
}
