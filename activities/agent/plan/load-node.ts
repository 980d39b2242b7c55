import type { OwnTexts } from '../../../context/call/call-input.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { findAncestors } from '../../../flow/graph/find-ancestors.js';
import { nodeOrder } from '../../../flow/graph/node-order.js';
import { historySettings, type ResolvedHistory } from '../../../flow/settings/history-settings.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { agentConfig, modelNode, type ModelCallingNode } from '../../../flow/kinds/model-node.js';
import { hasTools, readTraits } from '../../../flow/kinds/traits.js';
import { outerIterations } from '../../../flow/scheduler/outer-iterations.js';
import type { Fallback } from '../../../protocol/activities/agent.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';
import { isOneOff } from '../../../protocol/one-off.js';
import type { StepPlace } from '../../../protocol/queued-steps.js';
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

export interface NodeStep {
  nodeId: string;
  iteration: string;
  step: number;
  queued?: StepPlace | undefined;
  mayJoin?: boolean;
  fallback?: Fallback | undefined;
}

export interface LoadedNode {
  base: number;
  config: CallConfig;
  owns: OwnTexts;
  prompt: string | undefined;
  seesHistory: boolean;
  history: ResolvedHistory;
  offersHistory: boolean;
  threadDepth: number;
  speaksLast: boolean;
  answers: readonly NodeAnswer[];
  fallback: Fallback | undefined;
  instructions: Instructions | undefined;
  callerTools: CallerTools | undefined;
}

interface LoadNodeInput {
  execution: ExecutionFacts;
  flow: FlowDefinition;
  at: NodeStep;
  /** Passed in, because a client that plans a stored call has no sandbox. */
  fillPrompts: (db: Database, template: PromptTemplates) => Promise<FilledPrompts> | FilledPrompts;
}

export async function loadNode(db: Database, input: LoadNodeInput): Promise<LoadedNode> {
  const { execution, flow, at } = input;
  const node = modelNode(flow, at.nodeId);
  const { queued } = at;
  const isAnswer = !queued || (queued.queue === 'todo' && queued.ordinal === 0);
  const output = outputOfNode({ flow, execution }, { nodeId: at.nodeId, isAnswer });
  const config = { ...agentConfig(node, at.fallback?.model), output };
  const { system, prompt } = await input.fillPrompts(db, { execution, flow, at, config });
  const callerTools = callerToolsOfNode({ flow, execution }, { nodeId: at.nodeId, isAnswer });
  const answers = config.prompt === undefined ? await answersBefore(db, input) : [];
  return {
    base: findBase(at.step),
    config: { ...config, system },
    owns: {
      // A rendered prompt may contain a user's text, so it is stored with the execution.
      system: execution.isDraft || system !== config.system,
      tools: execution.isDraft || callerTools !== undefined,
      output: execution.isDraft || (output !== undefined && output === execution.outputSchema),
    },
    ...promptAndAnswers(node, { prompt, answers, execution }),
    seesHistory: config.extraConfig?.conversationMemory ?? execution.conversationId !== null,
    history: isOneOff(execution.channel) ? oneOffHistory(historySettings(flow)) : historySettings(flow),
    offersHistory: offersHistory(flow, { config, execution }),
    threadDepth: execution.threadDepth,
    // A model that must answer with an object cannot append a summary.
    speaksLast: lastSpeaker(flow) === node.id && !output,
    fallback: at.fallback,
    callerTools,
    instructions:
      !at.queued && !execution.hasJoined && !execution.isSteered
        ? undefined
        : await loadInstructions(db, {
            ...at,
            execution,
            maySteer: at.mayJoin === true && hasTools(node.kind),
          }),
  };
}

/** No limit: a one-off conversation drops messages only if they exceed the window. */
const ALL = 1_000_000_000;

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
  if (!readTraits(node.kind).says && last) return { prompt: last.text, answers: [] };
  if (execution.input?.trim() === '' && execution.currentSeq === null && !last)
    return { prompt: emptyInput(execution), answers: [] };
  return { prompt: undefined, answers };
}

function emptyInput({ data }: ExecutionFacts): string {
  return data == null ? '(no text was given)' : JSON.stringify(data);
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

function lastSpeaker(flow: FlowDefinition): string | undefined {
  return nodeOrder(flow).findLast((id) => isShown(flow, id));
}
