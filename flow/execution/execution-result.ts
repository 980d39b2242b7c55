import { readTraits } from '../kinds/traits.js';

export interface GivenOutput {
  nodeId: string;
  kind: string;
  output: unknown;
  text: string | null;
  isObject?: boolean;
  isSilent?: boolean;
}

/** The parent execution gets `result`. Readers see `text`, which comes from the node `from`. */
export interface ExecutionOutcome {
  result: { output: unknown } | { message: string } | { node_outputs: Record<string, unknown> } | null;
  text: string;
  from: string | null;
}

export function saysNothing(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'node_outputs' in result;
}

export function executionResult(outputs: readonly GivenOutput[]): ExecutionOutcome {
  const reply = outputs.findLast(({ kind }) => readTraits(kind).says === 'reply');
  if (reply)
    return { result: { output: readPort(reply.output) }, text: reply.text ?? '', from: reply.nodeId };
  const answers = outputs.filter(
    ({ text, isSilent }) => isSilent === true || (text !== null && text.trim() !== ''),
  );
  const answer = answers.findLast(({ isSilent }) => isSilent !== true) ?? answers.at(-1);
  if (answer?.text != null) {
    const { text, output, isObject, nodeId: from } = answer;
    return { result: isObject === true ? { output } : { message: text }, text, from };
  }
  const given = outputs.filter(({ output }) => output != null);
  if (given.length === 0) return { result: null, text: '', from: null };
  const all = Object.fromEntries(given.map(({ nodeId, output }) => [nodeId, output]));
  return { result: { node_outputs: all }, text: JSON.stringify(all), from: null };
}

function readPort(output: unknown): unknown {
  return typeof output === 'object' && output !== null && 'output' in output ? output.output : output;
}
