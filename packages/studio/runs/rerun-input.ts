import type { RerunOptions } from '../../../client/executions/rerun-execution.js';
import { isTrigger } from '../../../flow/kinds/traits.js';
import { isRecord } from '../../../protocol/is-record.js';
import type { NodeValue, NodeWork } from '../../../views/execution.js';

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

/** The first run's input, if it is not too long to change. */
export function readStart({ text, data }: NodeWork['start']): { text?: string; data?: unknown } {
  return {
    ...(text?.isCut === false && { text: text.text }),
    ...(data?.isCut === false && { data: JSON.parse(data.text) as unknown }),
  };
}

export function changedInput(
  { text, data, outputs }: Readonly<Record<string, unknown>>,
  before: { text?: string; data?: unknown; outputs?: Readonly<Record<string, unknown>> },
): RerunChanges {
  const isNew = (value: unknown, old: unknown): boolean => JSON.stringify(value) !== JSON.stringify(old);
  const changed = Object.entries(isRecord(outputs) ? outputs : {}).filter(([name, output]) =>
    isNew(output, before.outputs?.[name]),
  );
  return {
    ...(typeof text === 'string' && text !== '' && text !== before.text && { text }),
    ...(isNew(data, before.data) && { data }),
    ...(changed.length > 0 && { outputs: Object.fromEntries(changed) }),
  };
}
