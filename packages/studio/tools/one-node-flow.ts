import { repeats } from '../../../flow/kinds/traits.js';
import { isRecord } from '../../../protocol/is-record.js';
import { readWorkflowType } from '../../../protocol/workflow-kind.js';
import { describeCall } from '../parts/describe-call.js';

export const TRIED_NODE = 'tried';
/** Answers after the tool without a provider. */
const MODEL = 'offline:demo';

/** A loop needs other nodes inside it. */
export function canRunAlone(kind: string): boolean {
  return !repeats(kind);
}

/** The body of `POST /flows/drafts`. */
export interface Draft {
  definition: unknown;
  text: string;
  data?: unknown;
}

/** As an agent would run the tool, with its approvals and limits, but without a provider. */
export function toolDraft(tool: string, input: unknown): Draft {
  const config = {
    model: MODEL,
    tools: [tool],
    toolChoice: 'none',
    maxSteps: 1,
    queues: { pre: [{ tool, input }] },
  };
  return {
    definition: oneNodeFlow({ slug: 'try-tool', name: `Try ${tool}` }, { kind: 'agent', config }),
    text: describeCall(tool, input),
  };
}

/** `input` has the node's config, and its trigger's text and data. */
export function nodeDraft(kind: string, input: unknown): Draft {
  const { config, text, data } = isRecord(input) ? input : {};
  const type = readWorkflowType(kind);
  const node = type === undefined ? { kind, config } : { kind: 'workflow', config: { type, input: config } };
  return {
    definition: oneNodeFlow({ slug: 'try-node', name: `Try ${kind}` }, node),
    text: typeof text === 'string' && text !== '' ? text : kind,
    ...(data !== undefined && { data }),
  };
}

export function nodeSchema(config: unknown, { text, data }: { text: string; data: string }): object {
  return {
    type: 'object',
    properties: { config, text: { type: 'string', title: text }, data: { title: data } },
    required: ['config'],
  };
}

function oneNodeFlow(names: { slug: string; name: string }, node: object): object {
  return {
    ...names,
    nodes: [
      { id: 'start', kind: 'manual' },
      { id: TRIED_NODE, ...node },
    ],
    edges: [{ from: 'start', to: TRIED_NODE }],
  };
}
