import type { OTHER_ROUTE, SwitchConfig } from '../kinds/switch.js';
import type { TriggerKind } from '../kinds/traits.js';
import type { NodeDraft } from './node-draft.js';

/** The nodes of a flow by their ids. */
export type NodeDrafts = Readonly<Record<string, NodeDraft>>;

/**
 * An edge between two of these nodes: `[from, to]`, and third what it is taken on. Only what can be: nothing leads
 * to a trigger, routes are those of the switch, items come from loops.
 */
export type EdgeDraft<Nodes extends NodeDrafts> = {
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
