import type { FlowDefinition, FlowEdge } from '../definition.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { validateFlow } from '../validation/validate-flow.js';
import type { OTHER_ROUTE, SwitchConfig } from '../kinds/switch.js';
import type { TriggerKind } from '../kinds/traits.js';
import type { Draft } from '../kinds/node-kind.js';

/** Nodes by id, edges as `[from, to]` with an optional `{ route }` or `{ on }`. */
export interface FlowDraft<Nodes extends NodeDrafts> extends Omit<FlowDefinition, 'nodes' | 'edges'> {
  nodes: Nodes;
  edges: readonly EdgeDraft<NoInfer<Nodes>>[];
}

const MAX_LISTED = 20;

/** Throws all errors in one message. Ignores warnings. */
export function defineFlow<const Nodes extends NodeDrafts>(flow: FlowDraft<Nodes>): FlowDefinition {
  const { nodes, edges, ...head } = flow;
  const definition = {
    ...head,
    nodes: Object.entries<NodeDraft>(nodes).map(([id, draft]) => makeNode(id, draft)),
    edges: edges.map(([from, to, taken]): FlowEdge => ({ from, to, ...taken })),
  };
  const { definition: valid, problems } = validateFlow(definition);
  if (valid) return valid;
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const more = errors.length > MAX_LISTED ? `; and ${errors.length - MAX_LISTED} more` : '';
  throw new Error(`Flow '${flow.slug}' is not valid: ${errors.slice(0, MAX_LISTED).join('; ')}${more}`);
}

function makeNode(id: string, draft: NodeDraft): FlowNode {
  return { id, ...draft };
}

type NodeDrafts = Readonly<Record<string, NodeDraft>>;

/** No edge leads to a trigger, only a switch has routes, and only a loop has items. */
type EdgeDraft<Nodes extends NodeDrafts> = {
  [From in IdOf<Nodes>]:
    | readonly [from: From, to: TargetOf<Nodes>]
    | (Nodes[From] extends TriggerDraft
        ? never
        : readonly [from: From, to: TargetOf<Nodes>, taken: { readonly on: 'error' }])
    | (Nodes[From] extends { kind: 'switch'; config: infer Config }
        ? readonly [from: From, to: TargetOf<Nodes>, taken: { readonly route: RouteOf<Config> }]
        : never)
    | (Nodes[From] extends { kind: 'loop' }
        ? readonly [from: From, to: TargetOf<Nodes>, taken: { readonly on: 'item' }]
        : never)
    | readonly [from: From, to: LoopOf<Nodes>, taken: { readonly on: 'next' }];
}[IdOf<Nodes>];

type TriggerDraft = { kind: TriggerKind };
type IdOf<Nodes> = keyof Nodes & string;
type TargetOf<Nodes> = { [Id in IdOf<Nodes>]: Nodes[Id] extends TriggerDraft ? never : Id }[IdOf<Nodes>];
type LoopOf<Nodes> = { [Id in IdOf<Nodes>]: Nodes[Id] extends { kind: 'loop' } ? Id : never }[IdOf<Nodes>];
type RouteOf<Config> = Config extends SwitchConfig
  ? Config['rules'][number]['route'] | (Config extends { fallback: true } ? typeof OTHER_ROUTE : never)
  : never;

export type NodeDraft<Kind extends FlowNode['kind'] = FlowNode['kind']> = {
  [Each in Kind]: Draft<Extract<FlowNode, { kind: Each }>>;
}[Kind];
