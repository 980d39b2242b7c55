import type { RerunOptions } from '../../../client/executions/rerun-execution.js';
import { isTrigger } from '../../../flow/kinds/traits.js';
import { isRecord } from '../../../protocol/is-record.js';
import type { NodeValue } from '../../../views/execution.js';

export type RerunChanges = Pick<RerunOptions, 'text' | 'data' | 'from' | 'outputs'>;

/** Returns outputs of earlier nodes outside loops. `cut` lists nodes with truncated output. */
export function readChangeable(
  inputs: readonly NodeValue[],
  nodes: readonly { nodeId: string; kind: string; loopId: string | null }[],
): { outputs: Readonly<Record<string, unknown>>; cut: readonly string[] } {
  const known = inputs.filter(({ nodeId, value }) => {
    const node = nodes.find((one) => one.nodeId === nodeId);
    return value !== null && node !== undefined && node.loopId === null && !isTrigger(node.kind);
  });
  const outputs = known.flatMap(({ nodeId, value }) =>
    value === null || value.isCut ? [] : [[nodeId, JSON.parse(value.text) as unknown] as const],
  );
  const cut = known.flatMap(({ nodeId, value }) => (value?.isCut === true ? [nodeId] : []));
  return { outputs: Object.fromEntries(outputs), cut };
}

/** Lists, and values that are not plain JSON types, are edited as JSON. */
export function inferSchema(value: unknown): object {
  if (isRecord(value) && Object.keys(value).length > 0)
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inferSchema(one)])),
      required: Object.keys(value),
    };
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? { type: typeof value } : {};
}

export function changedInput(
  { text, data, outputs }: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): RerunChanges {
  const changed = Object.entries(isRecord(outputs) ? outputs : {}).filter(
    ([name, output]) => JSON.stringify(output) !== JSON.stringify(before[name]),
  );
  return {
    ...(typeof text === 'string' && text !== '' && { text }),
    data,
    ...(changed.length > 0 && { outputs: Object.fromEntries(changed) }),
  };
}
