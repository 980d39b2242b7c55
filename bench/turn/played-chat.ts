import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { createAgentActivities } from '../../activities/agent/index.js';
import { createConversationActivities } from '../../activities/conversation/index.js';
import { DEFAULT_TIMING, type ActivityDependencies } from '../../activities/dependencies.js';
import { createExecutionActivities } from '../../activities/execution/index.js';
import { createUpkeepActivities } from '../../activities/upkeep/index.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../context/settings.js';
import { META_CLOSE, META_OPEN } from '../../context/summary/meta-sentinels.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { createNodeRegistry } from '../../nodes/node-registry.js';
import type { Database } from '../../store/database.js';
import { registerFlows } from '../../store/flows/flows.js';
import { calculate } from '../../tools/calculate.js';
import { currentTime } from '../../tools/current-time.js';
import { createToolRegistry } from '../../tools/tool-registry.js';
import { conversationWorkflowId, turnWorkflowId, upkeepWorkflowId } from '../../protocol/ids.js';
import { zeroLatencyModel } from '../zero-latency-model.js';
import { runActivity } from './run-activity.js';

/** What is said in a turn, and what the summary that may be asked for with the answer says. */
export interface PlayedTexts {
  question(turn: number): string;
  answer(turn: number): string;
  summary(turn: number): string;
}

/** What a turn was sent besides its window. */
export interface PlayedTurn {
  /** Its context had passages of older messages. */
  hasPassages: boolean;
  /** Its context had a summary. */
  hasSummary: boolean;
  /** A summary was asked for, with the answer or after it. */
  isAsked: boolean;
}

/** Turns of one user after another through the Activities of a worker, without a Temporal server between them. */
export type PlayTurn = (user: string, turn: number) => Promise<PlayedTurn>;

const MODEL = 'zero:latency';

/** Registers the assistant, with a model that answers at once and summarizes when it is asked to. */
export async function createPlayedChat(db: Database, texts: PlayedTexts): Promise<PlayTurn> {
  const flow = assistantFlow(MODEL);
  await registerFlows(db, [flow]);
  let current = 0;
  let played: PlayedTurn = { hasPassages: false, hasSummary: false, isAsked: false };
  const dependencies: ActivityDependencies = {
    db,
    models: { resolve: () => Promise.resolve(model()) },
    tools: createToolRegistry([currentTime, calculate]),
    nodes: createNodeRegistry([]),
    settings: DEFAULT_CONTEXT_SETTINGS,
    describeWorkflow: () => Promise.resolve('open'),
    isSearchable: () => true,
    timing: DEFAULT_TIMING,
  };
  const conversation = createConversationActivities(dependencies);
  const execution = createExecutionActivities(dependencies);
  const agent = createAgentActivities(dependencies);
  const upkeep = createUpkeepActivities(dependencies);
  return async (user, turn) => {
    current = turn;
    const key = { flow: flow.slug, user };
    const conversationId = conversationWorkflowId(key);
    const turnId = `turn-${turn}-of-the-played-chat-with-an-id-of-real-length`.slice(0, 36);
    const turns = [{ turnId, kind: 'message' as const, text: texts.question(turn) }];
    await runActivity(conversationId, conversation.storeTurns, {
      ...key,
      channel: '',
      turns,
      recover: false,
    });
    const id = turnWorkflowId(conversationId, turnId);
    await runActivity(id, execution.beginExecution, { ...key, turnId });
    await runActivity(id, agent.trimContext, {
      step: 1,
      nodeId: 'agent',
      withoutTools: false,
      isHarder: false,
    });
    await runActivity(id, agent.callModel, { step: 1 });
    const end = await runActivity(id, execution.finishExecution, { status: 'completed' as const });
    if (end.upkeep === true) await summarize(conversationId);
    return played;
  };

  async function summarize(conversationId: string): Promise<void> {
    const { hasPassages, hasSummary } = played;
    await runActivity(upkeepWorkflowId(conversationId), upkeep.summarizeThread, {});
    played = { hasPassages, hasSummary, isAsked: true };
  }

  function model(): LanguageModelV3 {
    return {
      ...zeroLatencyModel(''),
      doStream(options: LanguageModelV3CallOptions) {
        const systems = systemTexts(options.prompt);
        if (systems.some((text) => text.includes('You keep the running summary')))
          return zeroLatencyModel(texts.summary(current)).doStream(options);
        const isAsked = systems.some((text) => text.includes(META_OPEN));
        played = {
          hasPassages: systems.some((text) => text.startsWith('[Quoted from earlier')),
          hasSummary: systems.some((text) => text.startsWith('[Conversation summary')),
          isAsked,
        };
        const block = `\n${META_OPEN}\n${JSON.stringify({ summary: texts.summary(current) })}\n${META_CLOSE}`;
        return zeroLatencyModel(texts.answer(current) + (isAsked ? block : '')).doStream(options);
      },
    };
  }
}

function systemTexts(prompt: LanguageModelV3Prompt): string[] {
  return prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []));
}
