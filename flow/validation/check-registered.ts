import { fitsPattern } from '../../protocol/name-pattern.js';
import { callsModel } from '../kinds/model-node.js';
import { readWorkflowType } from '../../protocol/workflow-kind.js';
import { hasTrait, isTrigger } from '../kinds/traits.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import type { FlowHead } from './read-head.js';
import { shown, shownNames, cut } from '../values/shown.js';
import { suggestion } from './suggestion.js';

/** A list that is absent is not checked. */
export interface FlowContext {
  /** All tools of an MCP server are one pattern, `files__*`. */
  tools?: readonly string[];
  /** `custom:<name>` for kinds, and `workflow:<type>` for allowed Workflows. */
  customKinds?: readonly string[];
  providers?: readonly string[];
  flows?: readonly string[];
  triggers?: Readonly<Record<string, readonly string[]>>;
}

export function checkRegistered(
  graph: FlowGraph,
  {
    slug,
    head,
    tools,
    customKinds,
    providers,
    flows,
    triggers,
  }: FlowContext & { slug: string | undefined; head: FlowHead | undefined },
): FlowProblem[] {
  return [
    ...(customKinds ? unknownKinds(graph, customKinds) : []),
    ...(customKinds ? unknownWorkflows(graph, customKinds) : []),
    ...(tools ? unknownTools(graph, tools) : []),
    ...(providers ? unknownProviders(listModels(graph, head), providers) : []),
    ...(flows ? unknownFlows(graph, withSlug(flows, slug)) : []),
    ...unknownTriggers(graph, { slug, triggers }),
  ];
}

function unknownKinds({ nodes }: FlowGraph, known: readonly string[]): FlowProblem[] {
  const custom = known.filter((kind) => readWorkflowType(kind) === undefined);
  return nodes.flatMap(({ id, kind }) => {
    if (kind?.startsWith('custom:') !== true || known.includes(kind)) return [];
    return [
      unknown({ severity: 'error', node: id, field: 'kind' }, { what: 'kind', name: kind, known: custom }),
    ];
  });
}

function unknownWorkflows(graph: FlowGraph, kinds: readonly string[]): FlowProblem[] {
  const known = kinds.flatMap((kind) => readWorkflowType(kind) ?? []);
  return nodesOfKind(graph, 'workflow').flatMap(({ id, config: { type } }): FlowProblem[] => {
    if (known.includes(type)) return [];
    const field = 'config.type';
    const message = `Node '${cut(id)}' has ${shown(type)} in field '${field}', but the project does not allow this Workflow${suggestion(type, known)}; add it to 'workflows' or use an allowed one: ${shownNames(known)}`;
    return [{ severity: 'error', node: id, field, message }];
  });
}

function unknownTools(graph: FlowGraph, known: readonly string[]): FlowProblem[] {
  const registered = new Set(known);
  const patterns = known.filter((name) => name.endsWith('*'));
  return nodesOfKind(graph, 'agent').flatMap(({ id, config: { tools = [] } }) =>
    tools.flatMap((name, index) => {
      if (registered.has(name) || patterns.some((pattern) => fitsPattern(pattern, name))) return [];
      const place = { severity: 'error', node: id, field: `config.tools[${index}]` } as const;
      return [unknown(place, { what: 'tool', name, known })];
    }),
  );
}

interface ModelPlace {
  name: string;
  field: string;
  node?: string;
}

function unknownProviders(models: readonly ModelPlace[], known: readonly string[]): FlowProblem[] {
  return models.flatMap(({ name, field, node }): FlowProblem[] => {
    const provider = name.slice(0, name.indexOf(':'));
    if (known.includes(provider)) return [];
    const subject = node === undefined ? 'The flow' : `Node '${cut(node)}'`;
    const message = `${subject} has '${cut(name)}' in field '${field}', but provider '${cut(provider)}' does not exist${suggestion(provider, known)}; configure it or use a known one: ${shownNames(known)}`;
    return [{ severity: 'error', node, field, message }];
  });
}

function listModels({ nodes }: FlowGraph, head: FlowHead | undefined): ModelPlace[] {
  const { history: { summaries } = {}, trajectory: { descriptions } = {} } = head ?? {};
  const ofFlow = [
    { name: summaries === false ? undefined : summaries?.model, field: 'history.summaries.model' },
    {
      name: typeof descriptions === 'object' ? descriptions.model : undefined,
      field: 'trajectory.descriptions.model',
    },
  ].flatMap(({ name, field }) => (name === undefined ? [] : [{ name, field }]));
  const ofNodes = nodes.flatMap(({ id, node }) => {
    if (!node || !callsModel(node)) return [];
    const { model } = node.config;
    if (typeof model === 'string') return [{ name: model, field: 'config.model', node: id }];
    return model.map((name, index) => ({ name, field: `config.model[${index}]`, node: id }));
  });
  return [...ofFlow, ...ofNodes];
}

/** Includes the flow itself, which may start itself before it is stored. */
function withSlug(flows: readonly string[], slug: string | undefined): readonly string[] {
  return slug === undefined || flows.includes(slug) ? flows : [...flows, slug];
}

function unknownFlows(graph: FlowGraph, known: readonly string[]): FlowProblem[] {
  const started = graph.nodes.flatMap(({ id, node }) => {
    if (hasTrait(node, 'runsFlow')) return [{ node: id, field: 'config.flow', name: node.config.flow }];
    if (!hasTrait(node, 'hasTools')) return [];
    const { spawns = [] } = node.config;
    return spawns.flatMap((name, index) =>
      name === 'self' ? [] : [{ node: id, field: `config.spawns[${index}]`, name }],
    );
  });
  return started.flatMap(({ name, ...place }) => {
    if (name === undefined || known.includes(name)) return [];
    return [unknown({ severity: 'warning', ...place }, { what: 'flow', name, known })];
  });
}

function unknownTriggers(
  graph: FlowGraph,
  { slug, triggers = {} }: Pick<FlowContext, 'triggers'> & { slug: string | undefined },
): FlowProblem[] {
  const own = graph.nodes.filter(({ kind }) => isTrigger(kind)).map(({ id }) => id);
  return nodesOfKind(graph, 'subflow').flatMap(({ id, config: { flow, trigger } }): FlowProblem[] => {
    if (flow === undefined || trigger === undefined) return [];
    const isOwn = flow === slug;
    const known = isOwn ? own : Object.hasOwn(triggers, flow) ? triggers[flow] : undefined;
    if (!known || known.includes(trigger)) return [];
    const field = 'config.trigger';
    const message = `Node '${cut(id)}' has '${cut(trigger)}' in field '${field}', which is not a trigger of flow '${cut(flow)}'${suggestion(trigger, known)}; its triggers: ${shownNames(known)}`;
    return [{ severity: isOwn ? 'error' : 'warning', node: id, field, message }];
  });
}

function unknown(
  place: Required<Pick<FlowProblem, 'severity' | 'node' | 'field'>>,
  { what, name, known }: { what: string; name: string; known: readonly string[] },
): FlowProblem {
  const has = `Node '${cut(place.node)}' has ${shown(name)} in field '${place.field}'`;
  const remedy = `register it or use a known one: ${shownNames(known)}`;
  return {
    ...place,
    message: `${has}, but this ${what} is not registered${suggestion(name, known)}; ${remedy}`,
  };
}
