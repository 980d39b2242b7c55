import type { Threadline } from '../../../client/threadline.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { FlowVersions } from '../../../client/flows/flow-versions.js';
import type { Executions } from '../../../client/executions/executions.js';

export function limitFlows(client: Threadline, flows: readonly string[]): Threadline {
  const check = (flow: string): void => {
    if (!flows.includes(flow)) throw notFound();
  };
  const permitted = (asked = flows): string[] => asked.filter((flow) => flows.includes(flow));
  return {
    ...client,
    conversation(key) {
      check(key.flow);
      return client.conversation(key);
    },
    executions: limitExecutions(client.executions, { check, permitted }),
    approvals: {
      list: (filter) => client.approvals.list({ ...filter, flows }),
      async details(approval) {
        check(findFlow(approval.executionId) ?? '');
        return client.approvals.details(approval);
      },
      changes: (options) => client.approvals.changes(options),
    },
    flowVersions: limitVersions(client.flowVersions, check),
    download: (ref, options = {}) => client.download(ref, { ...options, flows }),
    // Filtered in SQL, to keep pages full.
    conversations: (options = {}) =>
      client.conversations({
        ...options,
        flows: permitted(options.flows),
      }),
    changes: (options = {}) =>
      client.changes({
        ...options,
        flows: permitted(options.flows),
      }),
    search: (text, options = {}) =>
      client.search(text, {
        ...options,
        flows: permitted(options.flows),
      }),
    health: (options = {}) => client.health({ ...options, flows: permitted(options.flows) }),
    memories: {
      list: (options = {}) => client.memories.list({ ...options, flows: permitted(options.flows) }),
      delete: (memory, options) => client.memories.delete(memory, options),
    },
    // Refused, because forgetting a user would also delete data of other flows.
    forget: () => Promise.reject(notFound()),
    flows: async (options) => (await client.flows(options)).filter(({ slug }) => flows.includes(slug)),
    forUser: (user, options) => limitFlows(client.forUser(user, options), flows),
    actingAs: (actor) => limitFlows(client.actingAs(actor), flows),
  };
}

/** Errors name no flow, so they reveal no other one. */
function limitVersions(versions: FlowVersions, check: (flow: string) => void): FlowVersions {
  const checkNamed = (definition: unknown): void => {
    const named = typeof definition === 'object' && definition !== null && 'slug' in definition;
    check(named && typeof definition.slug === 'string' ? definition.slug : '');
  };
  return {
    list: async (flow, options) => (check(flow), versions.list(flow, options)),
    get: async (flow, options) => (check(flow), versions.get(flow, options)),
    check: async (definition, options) => (checkNamed(definition), versions.check(definition, options)),
    parts: (options) => versions.parts(options),
    publish: async (definition, options) => (checkNamed(definition), versions.publish(definition, options)),
    tryDraft: async (definition, input) => (checkNamed(definition), versions.tryDraft(definition, input)),
  };
}

function limitExecutions(
  executions: Executions,
  { check, permitted }: { check: (flow: string) => void; permitted: (asked?: readonly string[]) => string[] },
): Executions {
  const of = (id: string): string => {
    check(findFlow(id) ?? '');
    return id;
  };
  return {
    async start(input) {
      check(input.flow);
      return executions.start(input);
    },
    get: async (id) => executions.get(of(id)),
    details: async (id, options) => executions.details(of(id), options),
    node: async (id, nodeId) => executions.node(of(id), nodeId),
    calls: async (id) => executions.calls(of(id)),
    explain: async (id) => executions.explain(of(id)),
    planCall: async (id, settings) => executions.planCall(of(id), settings),
    trajectory: async (id, options) => executions.trajectory(of(id), options),
    async *stream(id, options) {
      yield* executions.stream(of(id), options);
    },
    waterfall: async (id, page) => executions.waterfall(of(id), page),
    step: async (id, step) => executions.step(of(id), step),
    tree: async (id, options) => executions.tree(of(id), options),
    answer: async (id, answer) => executions.answer(of(id), answer),
    pushStep: async (id, step) => executions.pushStep(of(id), step),
    queues: async (id) => executions.queues(of(id)),
    cancel: async (id) => executions.cancel(of(id)),
    rerun: async (id, options) => executions.rerun(of(id), options),
    // Filter in SQL to keep pages full.
    waiting: async (filter) => executions.waiting({ ...filter, flows: permitted(filter?.flows) }),
    list: async (filter) => executions.list({ ...filter, flows: permitted(filter?.flows) }),
    search: async (filter) => executions.search({ ...filter, flows: permitted(filter?.flows) }),
  };
}

function findFlow(id: string): string | undefined {
  const flow = /^(?:conversation|execution)\/([^/]+)\//.exec(id)?.[1];
  if (flow === undefined) return undefined;
  try {
    return decodeURIComponent(flow);
  } catch {
    return undefined;
  }
}

function notFound(): ThreadlineError {
  return new ThreadlineError('Client.NotFound', 'The flow, conversation or execution does not exist');
}
