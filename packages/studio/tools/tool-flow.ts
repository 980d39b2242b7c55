const SLUG = 'try-tool';
/** Answers without a provider, after the tool. */
const MODEL = 'offline:demo';

/** A draft that runs one tool as an agent would, with its approvals and limits, and calls no provider. */
export function toolFlow(tool: string, input: unknown): object {
  const config = {
    model: MODEL,
    tools: [tool],
    toolChoice: 'none',
    maxSteps: 1,
    queues: { pre: [{ tool, input }] },
  };
  return {
    slug: SLUG,
    name: `Try ${tool}`,
    nodes: [
      { id: 'start', kind: 'manual' },
      { id: 'tool', kind: 'agent', config },
    ],
    edges: [{ from: 'start', to: 'tool' }],
  };
}
