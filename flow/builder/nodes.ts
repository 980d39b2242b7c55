import type {
  AgentConfig,
  ApprovalConfig,
  CategorizerConfig,
  CodeConfig,
  FilterConfig,
  LoopConfig,
  ModelConfig,
  ReplyConfig,
  SubflowConfig,
  SwitchConfig,
  TemplateConfig,
  WaitConfig,
} from '../definition.js';
import type { NodeDraft } from './node-draft.js';

/** Starts the flow when a user says something. */
export function chat(label?: string): NodeDraft<'chat'> {
  return { kind: 'chat', ...labelled(label) };
}

/** Starts the flow outside a conversation, or for another flow. */
export function manual(label?: string): NodeDraft<'manual'> {
  return { kind: 'manual', ...labelled(label) };
}

/** One model call. */
export function model(config: ModelConfig, label?: string): NodeDraft<'model'> {
  return { kind: 'model', ...labelled(label), config };
}

/** A model in a loop with tools. */
export function agent(config: AgentConfig, label?: string): NodeDraft<'agent'> {
  return { kind: 'agent', ...labelled(label), config };
}

/** A model that names the category of a text. */
export function categorizer(config: CategorizerConfig, label?: string): NodeDraft<'categorizer'> {
  return { kind: 'categorizer', ...labelled(label), config };
}

/** Takes one of its routes by rules; its edges are checked against these. */
export function switchOn<const Config extends SwitchConfig>(
  config: Config,
  label?: string,
): Omit<NodeDraft<'switch'>, 'config'> & { config: Config } {
  return { kind: 'switch', ...labelled(label), config };
}

/** The items of a list that meet conditions. */
export function filter(config: FilterConfig, label?: string): NodeDraft<'filter'> {
  return { kind: 'filter', ...labelled(label), config };
}

/** Waits for every branch that was taken. */
export function merge(label?: string): NodeDraft<'merge'> {
  return { kind: 'merge', ...labelled(label) };
}

/** A text, a list or an object with its templates filled in. */
export function template(config: TemplateConfig, label?: string): NodeDraft<'template'> {
  return { kind: 'template', ...labelled(label), config };
}

/** An expression in JavaScript. */
export function code(config: CodeConfig, label?: string): NodeDraft<'code'> {
  return { kind: 'code', ...labelled(label), config };
}

/** Runs its body once an item. */
export function loop(config: LoopConfig, label?: string): NodeDraft<'loop'> {
  return { kind: 'loop', ...labelled(label), config };
}

/** Waits by a timer. */
export function wait(config: WaitConfig, label?: string): NodeDraft<'wait'> {
  return { kind: 'wait', ...labelled(label), config };
}

/** Asks a person. */
export function approval(config: ApprovalConfig, label?: string): NodeDraft<'approval'> {
  return { kind: 'approval', ...labelled(label), config };
}

/** Runs another flow. */
export function subflow(config: SubflowConfig, label?: string): NodeDraft<'subflow'> {
  return { kind: 'subflow', ...labelled(label), config };
}

/** What the execution answers. */
export function reply(config: ReplyConfig, label?: string): NodeDraft<'reply'> {
  return { kind: 'reply', ...labelled(label), config };
}

/** A kind that the project brings, by its name without `custom:`; a label is spread in. */
export function custom(name: string, config: Record<string, unknown>): NodeDraft<`custom:${string}`> {
  return { kind: `custom:${name}`, config };
}

function labelled(label: string | undefined): { label?: string } {
  return label === undefined ? {} : { label };
}
