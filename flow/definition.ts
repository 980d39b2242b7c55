import type { Budget } from './budget.js';

/** A versioned graph of nodes and edges, as it is stored and run. */
export interface FlowDefinition {
  /** Names the flow in Workflow IDs and on the command line. */
  slug: string;
  name: string;
  /** What one execution and all below it may spend. */
  budget?: Budget;
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

export interface FlowEdge {
  from: string;
  to: string;
}

export type FlowNode = ChatNode | AgentNode;

/** The trigger of a flow that is talked to. */
export interface ChatNode {
  id: string;
  kind: 'chat';
}

/** A model in a loop with tools. */
export interface AgentNode {
  id: string;
  kind: 'agent';
  config: AgentConfig;
}

export interface AgentConfig {
  /** `provider:model`. */
  model: string;
  system?: string;
  /** Names of registered tools. */
  tools?: readonly string[];
  /** Model calls at the most; the last one is made without tools. Default 20. */
  maxSteps?: number;
  /** Tokens that an answer may have; they are kept free of the window. */
  maxOutputTokens?: number;
  temperature?: number;
  /** A user message larger than its room is cut inside; `refuse` fails the turn instead. Default `cut`. */
  oversize?: 'cut' | 'refuse';
  /** False: results too large for the context are not stored, the model is asked to narrow its query. */
  artifacts?: boolean;
  extra_config?: ExtraConfig;
}

/** Overrides of what is otherwise looked up. */
export interface ExtraConfig {
  /** The model's window in tokens, where the table of models does not know it. */
  context_window?: number | string | null;
}

/** Model calls of one agent run when its flow does not say otherwise. */
export const DEFAULT_MAX_STEPS = 20;
