import { repeats } from '../../../flow/kinds/traits.js';
import { isRecord } from '../../../protocol/is-record.js';
import { readWorkflowType } from '../../../protocol/workflow-kind.js';
import { describeCall } from '../parts/describe-call.js';

export const TRIED_NODE = 'tried';
const START = 'start';
/** The offline model answers after the tool without a provider. */
const MODEL = 'offline:demo';

/** False for a loop, which needs other nodes inside it. */
export function canRunAlone(kind: string): boolean {
  return !repeats(kind);
}

export interface Draft {
  definition: unknown;
  text: string;
  data?: unknown;
  from?: string;
  outputs?: Readonly<Record<string, unknown>>;
}

/** Runs the tool as an agent would, with its approvals and limits, but without a provider. */
export function toolDraft(tool: string, input: unknown): Draft {
  const config = {
    model: MODEL,
    tools: [tool],
    toolChoice: 'none',
    maxSteps: 1,
    queues: { pre: [{ tool, input }] },
  };
  return {
    definition: oneNodeFlow(
      { slug: 'try-tool', name: `Try ${tool}` },
      {
        id: TRIED_NODE,
        kind: 'agent',
        config,
      },
    ),
    text: describeCall(tool, input),
  };
}

/**
 * `input` has the node's config, its trigger's text and data, and the outputs of other nodes, which do not
 * run. If there is an `item`, the node runs in a loop over this one item.
 */
export function nodeDraft(
  kind: string,
  input: unknown,
  { id = TRIED_NODE, trigger }: { id?: string; trigger?: string | undefined } = {},
): Draft {
  const { config, text, data, outputs, item } = isRecord(input) ? input : {};
  const type = readWorkflowType(kind);
  const node = type === undefined ? { kind, config } : { kind: 'workflow', config: { type, input: config } };
  const given = isRecord(outputs) ? outputs : {};
  const taken = [id, trigger ?? '', ...Object.keys(given)];
  const list = freeId('items', taken);
  const each = item === undefined ? undefined : { id: freeId('each', taken), over: `{{ ${list}.list }}` };
  const all = each ? { ...given, [list]: { list: [item] } } : given;
  const others = Object.keys(all);
  const names = { slug: 'try-node', name: `Try ${kind}` };
  return {
    definition: oneNodeFlow(
      names,
      { id, ...node },
      { trigger: trigger ?? freeId(START, taken), others, each },
    ),
    text: typeof text === 'string' && text !== '' ? text : kind,
    data,
    ...((isRecord(outputs) || each) && { from: each?.id ?? id, outputs: all }),
  };
}

/** Schemas of what a node reads: outputs by their node, and the trigger by its id. */
export interface ReadNodes {
  outputs: Readonly<Record<string, object>>;
  trigger: string | undefined;
  readsLoop: boolean;
}

interface Titles {
  text: string;
  data: string;
  outputs: string;
  item: string;
}

/** Accepts any input if `read` is absent, because it is then unknown what the node reads. */
export function nodeSchema(config: unknown, titles: Titles, read?: ReadNodes): object {
  const ids = Object.keys(read?.outputs ?? {});
  const readsNone = read !== undefined && ids.length === 0;
  const outputs = read
    ? { type: 'object', properties: read.outputs, required: ids, title: titles.outputs }
    : { title: titles.outputs };
  return {
    type: 'object',
    properties: {
      config,
      ...(read?.readsLoop === true && { item: { title: titles.item } }),
      ...(!readsNone && { outputs }),
      text: { type: 'string', title: titles.text },
      data: { title: titles.data },
    },
    required: [
      'config',
      ...(read && !readsNone ? ['outputs'] : []),
      ...(read?.readsLoop === true ? ['item'] : []),
    ],
  };
}

function freeId(wanted: string, taken: readonly string[]): string {
  let id = wanted;
  for (let count = 2; taken.includes(id); count += 1) id = `${wanted}_${count}`;
  return id;
}

/** Uses a kind of node that every project has and whose output may have any fields. */
function oneNodeFlow(
  names: { slug: string; name: string },
  node: { id: string; kind: string; config: unknown },
  {
    trigger = START,
    others = [],
    each,
  }: {
    trigger?: string;
    others?: readonly string[];
    each?: { id: string; over: string } | undefined;
  } = {},
): object {
  const before = others.length === 0 ? [trigger] : others;
  const first = each ?? node;
  return {
    ...names,
    nodes: [
      { id: trigger, kind: 'manual' },
      ...others.map((id) => ({ id, kind: 'subflow', config: { flow: names.slug } })),
      ...(each ? [{ id: each.id, kind: 'loop', config: { over: each.over } }] : []),
      node,
    ],
    edges: [
      ...others.map((id) => ({ from: trigger, to: id })),
      ...before.map((id) => ({ from: id, to: first.id })),
      ...(each
        ? [
            { from: each.id, to: node.id, on: 'item' },
            { from: node.id, to: each.id, on: 'next' },
          ]
        : []),
    ],
  };
}
