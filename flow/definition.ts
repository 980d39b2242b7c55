import type { Budget } from './settings/budget.js';
import type { Operator } from './conditions/operators.js';
import type { HistorySettings } from './settings/history-settings.js';
import type { TrajectorySettings } from './settings/trajectory-settings.js';

/** A versioned graph of nodes and edges, as it is stored and run. */
export interface FlowDefinition {
  /** Names the flow in Workflow IDs and on the command line. */
  slug: string;
  name: string;
  description?: string;
  /** What one execution and all below it may spend. */
  budget?: Budget;
  /** What the calls of its turns are sent of the conversation. */
  history?: HistorySettings;
  /** What is kept of what its agents did and why. */
  trajectory?: TrajectorySettings;
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

/** From one node to another; taken when the first one succeeded, unless it says otherwise. */
export interface FlowEdge {
  from: string;
  to: string;
  /** Only from a switch: taken when it chose this route. */
  route?: string;
  /**
   * `error`: taken when the node failed for good. `item`: from a loop into its body, once an item. `next`: from
   * the body back to its loop: the item is done, the node's output is its result.
   */
  on?: EdgeEvent;
}

export const EDGE_EVENTS = ['error', 'item', 'next'] as const;
export type EdgeEvent = (typeof EDGE_EVENTS)[number];

export type FlowNode =
  | ChatNode
  | ManualNode
  | ModelNode
  | AgentNode
  | CategorizerNode
  | SwitchNode
  | FilterNode
  | MergeNode
  | TemplateNode
  | CodeNode
  | LoopNode
  | WaitNode
  | ApprovalNode
  | SubflowNode
  | ReplyNode
  | CustomNode;

interface NodeOf<Kind extends string, Config> {
  /** A letter, then letters, digits, `_` and `-`, at most 64; templates know the node's output by it. */
  id: string;
  kind: Kind;
  /** For people: shown in pictures of the flow and in the Temporal UI. */
  label?: string;
  config: Config;
}

interface TriggerOf<Kind extends string> {
  id: string;
  kind: Kind;
  label?: string;
}

/** Fires when a user says something. Output: `text`, `user`, `data`. */
export type ChatNode = TriggerOf<'chat'>;
/** Fires when an execution is started outside a conversation, or by another one. Output as of `chat`. */
export type ManualNode = TriggerOf<'manual'>;

/** One model call. Output: `output`, its text. */
export type ModelNode = NodeOf<'model', ModelConfig>;
/** A model in a loop with tools. Output: `output`, its final answer. */
export type AgentNode = NodeOf<'agent', AgentConfig>;
/** A model that names the category of a text. Output: `category`. */
export type CategorizerNode = NodeOf<'categorizer', CategorizerConfig>;
/** Takes one of its routes by rules. Output: `route`. */
export type SwitchNode = NodeOf<'switch', SwitchConfig>;
/** The items of a list that meet conditions. Output: `items`, `total`. */
export type FilterNode = NodeOf<'filter', FilterConfig>;
/** Waits for every branch that was taken. Output: `items`, what they gave in the flow's order, and `outputs` by node. */
export type MergeNode = { id: string; kind: 'merge'; label?: string; config?: Record<string, never> };
/** A text, a list or an object with its templates filled in. Output: `output`. */
export type TemplateNode = NodeOf<'template', TemplateConfig>;
/** An expression in JavaScript, without any access to the machine. Output: `output`, its value. */
export type CodeNode = NodeOf<'code', CodeConfig>;
/** Runs its body once an item. Output: `results` in the items' order, `total`. */
export type LoopNode = NodeOf<'loop', LoopConfig>;
/** Waits by a timer. Output: `waited_seconds`. */
export type WaitNode = NodeOf<'wait', WaitConfig>;
/** Asks a person. Output: `outcome` (`confirmed`, `cancelled`, `expired`), `confirmed`, `answer`. */
export type ApprovalNode = NodeOf<'approval', ApprovalConfig>;
/** Runs a flow as a sub-execution. Output: its result. */
export type SubflowNode = NodeOf<'subflow', SubflowConfig>;
/** What the execution answers. Output: `output`. */
export type ReplyNode = NodeOf<'reply', ReplyConfig>;
/** A kind that the project brings, `custom:<name>`. Output: what it returns. */
export type CustomNode = NodeOf<`custom:${string}`, Record<string, unknown>>;

/** What every node that calls a model has. */
export interface ModelConfig {
  /** `provider:model`. */
  model: string;
  system?: string;
  /**
   * A template: what the model is asked, instead of the user's message and of what other nodes answered since.
   */
  prompt?: string;
  /** Tokens that an answer may have; they are kept free of the window. */
  maxOutputTokens?: number;
  temperature?: number;
  /** A user message larger than its room is cut inside; `refuse` fails the node instead. Default `cut`. */
  oversize?: 'cut' | 'refuse';
  extra_config?: ExtraConfig;
}

export interface AgentConfig extends ModelConfig {
  /** Names of registered tools. */
  tools?: readonly string[];
  /** Slugs of the flows that its `spawn` tool may start, `self` for its own; default: any. */
  spawns?: readonly string[];
  /** Model calls at the most, for each step of its queues; the last one is made without tools. Default 20. */
  maxSteps?: number;
  /** False: results too large for the context are not stored, the model is asked to narrow its query. */
  artifacts?: boolean;
  /** What it does before and after its main loop, which anybody may push further steps to while it runs. */
  queues?: AgentQueues;
}

/** Steps around an agent's main loop, each queue first in first out, at most 100 steps. */
export interface AgentQueues {
  /** Done before the main loop; with one that fails the node fails. */
  pre?: readonly AgentStep[];
  /** Done after the main loop, also when that failed; one that fails changes nothing. */
  post?: readonly AgentStep[];
}

/**
 * An instruction for the model, a template of at most 4,000 characters, and cut inside where it has more once it is
 * filled in; or a tool call that no model asks for.
 */
export type AgentStep = string | AgentToolStep;

export interface AgentToolStep {
  /** One of the agent's own tools. */
  tool: string;
  /** Default: an empty object. */
  input?: Readonly<Record<string, unknown>>;
}

/** Overrides of what is otherwise looked up. */
export interface ExtraConfig {
  /** The model's window in tokens, where the table of models does not know it. */
  context_window?: number | string | null;
  /** Whether the model sees the thread's history. Default: under a conversation it does. */
  conversation_memory?: boolean;
  /** Repeats the system prompt as a first user message, for providers that ignore the system role. */
  system_fallback?: boolean;
}

export interface CategorizerConfig {
  model: string;
  /** At least two. */
  categories: readonly { name: string; description?: string }[];
  /** More on how to choose. */
  instructions?: string;
  /** A template: the text to name the category of. Default: the last message. */
  input?: string;
  /** What an answer that names no category stands for; default: the node fails. */
  fallback?: string;
  temperature?: number;
  extra_config?: Pick<ExtraConfig, 'context_window'>;
}

/** A comparison of a field with a value. */
export interface Condition {
  /** Dotted path from the nodes' outputs, or from an item: `triage.category`, `price`. Missing: null. */
  field: string;
  operator: Operator;
  value?: unknown;
}

export interface SwitchConfig {
  /** The first that holds decides. */
  rules: readonly (Condition & { route: string })[];
  /** With none: the route `__other__` is taken; default: no route is. */
  fallback?: boolean;
}

/** The route of a switch with a fallback of which no rule held. */
export const OTHER_ROUTE = '__other__';

export interface FilterConfig {
  /** A template that gives the list. */
  over: string;
  conditions: readonly Condition[];
  /** Default `all`. */
  match?: 'all' | 'any';
}

export interface TemplateConfig {
  template: unknown;
}

export interface CodeConfig {
  /** Sees `nodes`, `trigger` and `loop`; no functions of the host, no clock, no network. */
  expression: string;
}

export interface LoopConfig {
  /** A template that gives the list. What is no list is one item; null or missing is none. */
  over: string;
  /** `continue`: a failed item's result is `{ error, error_code }`. Default `stop`: the loop fails. */
  on_error?: 'stop' | 'continue';
  /** Items at once; default 1: one after another. */
  parallel?: number;
  /** Pause between items, in seconds. */
  delay_seconds?: number;
}

export interface WaitConfig {
  /** A number, or a template that gives one. */
  seconds: number | string;
}

export interface ApprovalConfig {
  /** A template: what the person is asked. */
  prompt: string;
  /** Default: never. */
  expires_seconds?: number;
  /** After anything but yes: `end` cancels the execution, `continue` goes on with the outcome. Default `end`. */
  on_refusal?: 'end' | 'continue';
}

export interface SubflowConfig {
  /** Slug of the flow to run, or its id in `flow_id`. */
  flow?: string;
  flow_id?: number;
  /** Trigger of it to fire; default: its first. */
  trigger?: string;
  /** Values for the sub-execution's `trigger.data`, by dotted path from here: `node_outputs.agent_1.output`. */
  input?: Readonly<Record<string, string>>;
  extra_config?: {
    /** What its text is: the last message (default), or a node's output. Anything else: empty. */
    input_source?: string;
    source_node_id?: string;
  };
}

export interface ReplyConfig {
  /** A template. */
  text: string;
  /** A value with templates inside: what a parent gets as its output, in place of the text. */
  data?: unknown;
}

/** Model calls of one agent run when its flow does not say otherwise. */
export const DEFAULT_MAX_STEPS = 20;
/** Levels of sub-executions below an execution. */
export const MAX_DEPTH = 3;
