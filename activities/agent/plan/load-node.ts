import type { OwnTexts } from '../../../context/call/call-input.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { findAncestors } from '../../../flow/graph/find-ancestors.js';
import { nodeOrder } from '../../../flow/graph/node-order.js';
import { historySettings, type ResolvedHistory } from '../../../flow/settings/history-settings.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { agentConfig, modelNode, type ModelCallingNode } from '../../../flow/kinds/model-node.js';
import { readTraits } from '../../../flow/kinds/traits.js';
import { outerIterations } from '../../../flow/scheduler/outer-iterations.js';
import type { Fallback } from '../../../protocol/activities/agent.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';
import { isOneOff } from '../../../protocol/one-off.js';
import type { StepPlace } from '../../../protocol/step-queues.js';
import { findBase } from '../../../flow/execution/step-blocks.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadAnswers, type NodeAnswer } from '../../../store/nodes/node-answers.js';
import { nodeFailure } from '../../node-failure.js';
import type { FilledPrompts, PromptTemplates } from './fill-prompts.js';
import { loadInstructions, type Instructions } from './load-instructions.js';
import { offersHistory } from './offers-history.js';
import { callerToolsOfNode } from '../caller-tools-of-node.js';
import { outputOfNode } from '../output-of-node.js';

/** Which run of a node, by any of its steps. */
export interface NodeStep {
  nodeId: string;
  iteration: string;
  step: number;
  /** The step of the run's queues that a call is for; absent: there are none but its question. */
  queued?: StepPlace | undefined;
  /** Whether what was said meanwhile may join the call. */
  mayJoin?: boolean;
  /** The model that is asked in place of the node's first. */
  fallback?: Fallback | undefined;
}

/** A node's settings, filled-in prompts and earlier answers, as its calls need them; its own rows are read apart. */
export interface LoadedNode {
  /** The step that its first one comes after. */
  base: number;
  config: CallConfig;
  owns: OwnTexts;
  /** The node's own prompt, asked in place of the user's message. */
  prompt: string | undefined;
  seesHistory: boolean;
  /** The history settings of its flow. */
  history: ResolvedHistory;
  /** Whether it may look up what was said earlier. */
  offersHistory: boolean;
  /** Levels of threads above it. */
  threadDepth: number;
  /** Its answer is the last the user sees, so a summary may be asked for with it. */
  speaksLast: boolean;
  /** The answers of the nodes before it, in the flow's order. */
  answers: readonly NodeAnswer[];
  /** The model of `config` is asked in place of another; undefined: it is the node's first. */
  fallback: Fallback | undefined;
  /** The instructions of the run's queues; undefined: the run has only its question. */
  instructions: Instructions | undefined;
  /** The tools of the caller that it may ask for; undefined: none. */
  callerTools: CallerTools | undefined;
}

interface LoadNodeInput {
  execution: ExecutionFacts;
  flow: FlowDefinition;
  at: NodeStep;
  /** Returns the prompts with their templates filled in. A client that plans a stored call has no sandbox to fill them with. */
  fillPrompts: (db: Database, template: PromptTemplates) => Promise<FilledPrompts> | FilledPrompts;
}

/**
 * Settles what a node's calls are made of: its prompts with their templates filled in, and what it may see of
 * others. Throws `Node.Failed` for a template that cannot be rendered.
 */
export async function loadNode(db: Database, input: LoadNodeInput): Promise<LoadedNode> {
  const { execution, flow, at } = input;
  const node = modelNode(flow, at.nodeId);
  const { queued } = at;
  const isAnswer = queued === undefined || (queued.queue === 'todo' && queued.ordinal === 0);
  const output = outputOfNode({ flow, execution }, { nodeId: at.nodeId, isAnswer });
  const config = { ...agentConfig(node, at.fallback?.model), output };
  const { system, prompt } = await input.fillPrompts(db, { execution, flow, at, config });
  const callerTools = callerToolsOfNode({ flow, execution }, { nodeId: at.nodeId, isAnswer });
  const answers = config.prompt === undefined ? await answersBefore(db, input) : [];
  return {
    base: findBase(at.step),
    config: { ...config, system },
    owns: {
      // Templates in the prompt were filled in: it may hold what a user said.
      system: execution.isDraft || system !== config.system,
      tools: execution.isDraft || callerTools !== undefined,
      output: execution.isDraft || (output !== undefined && output === execution.outputSchema),
    },
    ...promptAndAnswers(node, { prompt, answers, execution }),
    seesHistory: config.extraConfig?.conversationMemory ?? execution.conversationId !== null,
    history: isOneOff(execution.channel) ? oneOffHistory(historySettings(flow)) : historySettings(flow),
    offersHistory: offersHistory(flow, { config, execution }),
    threadDepth: execution.threadDepth,
    // Nothing can be appended to an object.
    speaksLast: lastSpeaker(flow) === node.id && output === undefined,
    fallback: at.fallback,
    callerTools,
    instructions:
      at.queued === undefined && !execution.hasJoined && !execution.isSteered
        ? undefined
        : await loadInstructions(db, {
            ...at,
            execution,
            maySteer: at.mayJoin === true && node.kind === 'agent',
          }),
  };
}

/** Beyond any window: what was given is left out by the window's own rules alone. */
const ALL = 1_000_000_000;

/** Messages that came with a request are sent as they are, and are not summarized for later. */
function oneOffHistory(settings: ResolvedHistory): ResolvedHistory {
  return {
    ...settings,
    messages: ALL,
    tokens: ALL,
    characters: ALL,
    messageCharacters: ALL,
    summaries: undefined,
  };
}

/** A categorizer sees the last message alone; what is left out of an empty prompt would be no request. */
function promptAndAnswers(
  node: ModelCallingNode,
  {
    prompt,
    answers,
    execution,
  }: { prompt: string | undefined; answers: readonly NodeAnswer[]; execution: ExecutionFacts },
): Pick<LoadedNode, 'prompt' | 'answers'> {
  if (prompt !== undefined) {
    if (prompt.trim() === '') throw nodeFailure('Node.Failed', new Error('The prompt is empty'));
    return { prompt, answers: [] };
  }
  const last = answers.at(-1);
  if (node.kind === 'categorizer' && last !== undefined) return { prompt: last.text, answers: [] };
  // Only an execution that was started with data alone has no text to answer.
  if (execution.input?.trim() === '' && execution.currentSeq === null && last === undefined)
    return { prompt: emptyInput(execution), answers: [] };
  return { prompt: undefined, answers };
}

function emptyInput({ data }: ExecutionFacts): string {
  return data === null || data === undefined ? '(no text was given)' : JSON.stringify(data);
}

async function answersBefore(db: Database, { execution, flow, at }: LoadNodeInput): Promise<NodeAnswer[]> {
  const before = findAncestors(flow, at.nodeId);
  const speakers = flow.nodes.filter(({ id, kind }) => before.has(id) && readTraits(kind).says === 'answer');
  if (speakers.length === 0) return [];
  const place = new Map(nodeOrder(flow).map((id, index) => [id, index]));
  const answers = await loadAnswers(db, {
    executionId: execution.id,
    nodeIds: speakers.map(({ id }) => id),
    iterations: outerIterations(at.iteration),
  });
  return answers
    .filter(({ text }) => text.trim() !== '')
    .sort((one, other) => (place.get(one.nodeId) ?? 0) - (place.get(other.nodeId) ?? 0));
}

/** Of the nodes whose words the user sees, the last in the flow's order. */
function lastSpeaker(flow: FlowDefinition): string | undefined {
  return nodeOrder(flow).findLast((id) => isShown(flow, id));
}
