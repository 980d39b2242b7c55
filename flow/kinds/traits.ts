/** The work that a Workflow does for a node; it decides how the node is performed. */
type NodeWork =
  /** Nothing: the node starts the flow, and is done with that. */
  | 'trigger'
  /** Model calls; the last answer is the node's output. */
  | 'calls'
  /** Model calls, then one Activity that reads the answer. */
  | 'calls-then-evaluation'
  /** One Activity that evaluates the node; its result says what else there is to do. */
  | 'evaluation'
  /** An Activity that runs code of the project. */
  | 'project-code';

/**
 * The facts about a kind beside its schema. Workflows read it, too, so this file and all that it imports stay
 * free of packages.
 */
export interface KindTraits {
  work: NodeWork;
  /** Its nodes only wait, for a time or a person: nothing of them runs meanwhile. */
  waits?: true;
  /** Its nodes run a sub-execution. */
  hasChild?: true;
  /** Its text is a message: to the nodes after it (`answer`), or to whoever reads the execution alone (`reply`). */
  says?: 'answer' | 'reply';
  /** Its text can be read while it is written. */
  streams?: true;
}

/** Every built-in kind. The order is that of messages and of the JSON Schema. */
export const KIND_TRAITS = {
  chat: { work: 'trigger' },
  manual: { work: 'trigger' },
  model: { work: 'calls', says: 'answer', streams: true },
  agent: { work: 'calls', says: 'answer', streams: true },
  categorizer: { work: 'calls-then-evaluation' },
  switch: { work: 'evaluation' },
  filter: { work: 'evaluation' },
  merge: { work: 'evaluation' },
  template: { work: 'evaluation' },
  code: { work: 'evaluation' },
  loop: { work: 'evaluation' },
  wait: { work: 'evaluation', waits: true },
  approval: { work: 'evaluation', waits: true },
  subflow: { work: 'evaluation', hasChild: true, says: 'answer' },
  reply: { work: 'evaluation', says: 'reply' },
} as const satisfies Readonly<Record<string, KindTraits>>;

const CUSTOM_TRAITS: KindTraits = { work: 'project-code' };

/** A kind of node that every flow can have; the others are `custom:<name>`. */
export type BuiltInKind = keyof typeof KIND_TRAITS;
/** The built-in kinds whose nodes have this work. */
type KindWithWork<Work extends NodeWork> = {
  [Kind in BuiltInKind]: (typeof KIND_TRAITS)[Kind]['work'] extends Work ? Kind : never;
}[BuiltInKind];
export type TriggerKind = KindWithWork<'trigger'>;
export type ModelCallingKind = KindWithWork<'calls' | 'calls-then-evaluation'>;
export type EvaluatedKind = KindWithWork<'evaluation' | 'calls-then-evaluation'>;

/** The traits of a kind. Throws for one that is neither built in nor custom. */
export function readTraits(kind: string): KindTraits {
  if (kind.startsWith('custom:')) return CUSTOM_TRAITS;
  if (!isBuiltIn(kind)) throw new Error(`There is no kind of nodes '${kind}'`);
  return KIND_TRAITS[kind];
}

/** Whether every flow can have nodes of this kind. */
export function isBuiltIn(kind: string): kind is BuiltInKind {
  return Object.hasOwn(KIND_TRAITS, kind);
}

/** Whether nodes of this kind start a flow; nothing can lead to them. */
export function isTrigger(kind: string | undefined): kind is TriggerKind {
  return kind !== undefined && isBuiltIn(kind) && KIND_TRAITS[kind].work === 'trigger';
}

/** Whether nodes of this kind call a model. */
export function isModelCalling(kind: string): kind is ModelCallingKind {
  const { work } = readTraits(kind);
  return work === 'calls' || work === 'calls-then-evaluation';
}

/** Whether nodes of this kind are evaluated by an Activity. */
export function isEvaluated(kind: string): kind is EvaluatedKind {
  const { work } = readTraits(kind);
  return work === 'evaluation' || work === 'calls-then-evaluation';
}
