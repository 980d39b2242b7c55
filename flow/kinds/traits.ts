type NodeWork = 'trigger' | 'calls' | 'calls-then-evaluation' | 'evaluation' | 'project-code';

/** Workflows import this file, so it must not import any package. */
export interface KindTraits {
  work: NodeWork;
  waits?: true;
  startsChat?: true;
  runsFlow?: true;
  runsWorkflow?: true;
  /** Later nodes can read an `answer`; only people read a `reply`. */
  says?: 'answer' | 'reply';
  streams?: true;
  hasTools?: true;
  repeats?: true;
  choosesRoute?: true;
  categorizes?: true;
  asks?: true;
  /** The configuration contains an expression or a template. */
  hasScript?: true;
}

/** In the order of error messages and the JSON Schema. */
export const KIND_TRAITS = {
  chat: { work: 'trigger', startsChat: true },
  manual: { work: 'trigger' },
  model: { work: 'calls', says: 'answer', streams: true },
  agent: { work: 'calls', says: 'answer', streams: true, hasTools: true },
  categorizer: { work: 'calls-then-evaluation', categorizes: true },
  switch: { work: 'evaluation', choosesRoute: true },
  filter: { work: 'evaluation' },
  merge: { work: 'evaluation' },
  template: { work: 'evaluation', hasScript: true },
  code: { work: 'evaluation', hasScript: true },
  loop: { work: 'evaluation', repeats: true },
  wait: { work: 'evaluation', waits: true },
  approval: { work: 'evaluation', waits: true, asks: true },
  subflow: { work: 'evaluation', runsFlow: true, says: 'answer' },
  workflow: { work: 'evaluation', runsWorkflow: true },
  reply: { work: 'evaluation', says: 'reply' },
} as const satisfies Readonly<Record<string, KindTraits>>;

const CUSTOM_TRAITS: KindTraits = { work: 'project-code' };

export type BuiltInKind = keyof typeof KIND_TRAITS;
type KindWithWork<Work extends NodeWork> = {
  [Kind in BuiltInKind]: (typeof KIND_TRAITS)[Kind]['work'] extends Work ? Kind : never;
}[BuiltInKind];
export type TriggerKind = KindWithWork<'trigger'>;
export type ModelCallingKind = KindWithWork<'calls' | 'calls-then-evaluation'>;
export type EvaluatedKind = KindWithWork<'evaluation' | 'calls-then-evaluation'>;

type KindWith<Trait extends keyof KindTraits> = {
  [Kind in BuiltInKind]: (typeof KIND_TRAITS)[Kind] extends Readonly<Record<Trait, true>> ? Kind : never;
}[BuiltInKind];

export function hasTrait<
  Node extends { kind: string },
  Trait extends Exclude<keyof KindTraits, 'work' | 'says'>,
>(node: Node | undefined, trait: Trait): node is Extract<Node, { kind: KindWith<Trait> }> {
  return findTraits(node?.kind)[trait] === true;
}

export function readTraits(kind: string): KindTraits {
  if (kind.startsWith('custom:')) return CUSTOM_TRAITS;
  if (!isBuiltIn(kind)) throw new Error(`Unknown node kind '${kind}'`);
  return KIND_TRAITS[kind];
}

export function isBuiltIn(kind: string): kind is BuiltInKind {
  return Object.hasOwn(KIND_TRAITS, kind);
}

export function isTrigger(kind: string | undefined): kind is TriggerKind {
  return findTraits(kind).work === 'trigger';
}

export const TRIGGER_KINDS: readonly string[] = Object.keys(KIND_TRAITS).filter(isTrigger);

export function kindsWith(...traits: readonly (keyof KindTraits)[]): string[] {
  return Object.keys(KIND_TRAITS).filter((kind) => traits.some((trait) => trait in findTraits(kind)));
}

export function hasTools(kind: string | undefined): boolean {
  return findTraits(kind).hasTools === true;
}

export function repeats(kind: string | undefined): boolean {
  return findTraits(kind).repeats === true;
}

function findTraits(kind: string | undefined): Partial<KindTraits> {
  return kind !== undefined && isBuiltIn(kind) ? KIND_TRAITS[kind] : {};
}

export function isModelCalling(kind: string): kind is ModelCallingKind {
  const { work } = readTraits(kind);
  return work === 'calls' || work === 'calls-then-evaluation';
}

export function isEvaluated(kind: string): kind is EvaluatedKind {
  const { work } = readTraits(kind);
  return work === 'evaluation' || work === 'calls-then-evaluation';
}
