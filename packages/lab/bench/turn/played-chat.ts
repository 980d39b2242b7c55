import { SEARCH_ATTRIBUTE_NAMES } from '../../../../protocol/search-attributes.js';
import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider';
import {
  createAgentActivities,
  createConversationActivities,
  createExecutionActivities,
  createUpkeepActivities,
} from '../../../../activities/create-activities.js';
import { DEFAULT_TIMING, type ActivityDependencies } from '../../../../activities/dependencies.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../../context/plan/settings.js';
import { UserSlots } from '../../../../activities/user-slots.js';
import { askedSentinels } from '../../../testing/asked-sentinels.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { createNodeRegistry } from '../../../../extend/nodes/node-registry.js';
import type { Database } from '../../../../store/database.js';
import { registerFlows } from '../../../../store/flows/flows.js';
import { DEFAULT_TOOLS } from '../../../../extend/tools/default-tools.js';
import { createToolRegistry } from '../../../../extend/tools/tool-registry.js';
import { NO_USER_LIMITS } from '../../../../protocol/user-limits.js';
import { conversationWorkflowId, turnWorkflowId, upkeepWorkflowId } from '../../../../protocol/ids.js';
import { zeroLatencyModel } from '../zero-latency-model.js';
import { runActivity } from './run-activity.js';

export interface PlayedTexts {
  question(turn: number): string;
  answer(turn: number): string;
  summary(turn: number): string;
}

export interface PlayedTurn {
  hasPassages: boolean;
  hasSummary: boolean;
  isAsked: boolean;
}

export type PlayTurn = (user: string, turn: number) => Promise<PlayedTurn>;

const MODEL = 'zero:latency';

export async function createPlayedChat(db: Database, texts: PlayedTexts): Promise<PlayTurn> {
  const flow = assistantFlow(MODEL);
  await registerFlows(db, [flow]);
  const model = new PlayedModel(texts);
  const activities = createChatActivities(db, () => model.asLanguageModel());
  return async (user, turn) => {
    model.begin(turn);
    const key = { flow: flow.slug, user };
    const conversationId = conversationWorkflowId(key);
    const turnId = `turn-${turn}-of-the-played-chat-with-an-id-of-real-length`.slice(0, 36);
    const turns = [{ turnId, kind: 'message' as const, text: texts.question(turn) }];
    const { storeTurns, beginExecution, trimContext, callModel, finishExecution } = activities;
    await runActivity(conversationId, storeTurns, { ...key, channel: '', turns, waiting: [] });
    const id = turnWorkflowId(conversationId, turnId);
    const begun = await runActivity(id, beginExecution, { ...key, turnId });
    const step = { step: 1, nodeId: 'agent', withoutTools: false, isHarder: false };
    if (begun.kind !== 'run' || !begun.firstCall) await runActivity(id, trimContext, step);
    await runActivity(id, callModel, { step: 1 });
    const end = await runActivity(id, finishExecution, { status: 'completed' as const });
    if (end.upkeep !== true) return model.played;
    const { hasPassages, hasSummary } = model.played;
    await runActivity(upkeepWorkflowId(conversationId), activities.summarizeThread, {});
    return { hasPassages, hasSummary, isAsked: true };
  };
}

type ChatActivities = ReturnType<typeof createConversationActivities> &
  ReturnType<typeof createExecutionActivities> &
  ReturnType<typeof createAgentActivities> &
  ReturnType<typeof createUpkeepActivities>;

export function createChatActivities(db: Database, model: () => LanguageModelV3): ChatActivities {
  const dependencies: ActivityDependencies = {
    db,
    models: {
      resolve: () => Promise.resolve(model()),
      findStallMs: () => 60_000,
      count: () => Promise.resolve(undefined),
    },
    tools: createToolRegistry(DEFAULT_TOOLS),
    nodes: createNodeRegistry([]),
    settings: DEFAULT_CONTEXT_SETTINGS,
    userLimits: NO_USER_LIMITS,
    providers: {},
    pace: (_call, ask) => ask(),
    userSlots: new UserSlots({ slotsPerUser: Infinity, leaseMs: 0, workingMs: 0 }),
    describeWorkflow: () => Promise.resolve({ isOpen: true, parentId: undefined }),
    searchAttributes: () => SEARCH_ATTRIBUTE_NAMES,
    timing: DEFAULT_TIMING,
  };
  return {
    ...createConversationActivities(dependencies),
    ...createExecutionActivities(dependencies),
    ...createAgentActivities(dependencies),
    ...createUpkeepActivities(dependencies),
  };
}

class PlayedModel {
  readonly #texts: PlayedTexts;
  #turn = 0;
  #played: PlayedTurn = { hasPassages: false, hasSummary: false, isAsked: false };

  constructor(texts: PlayedTexts) {
    this.#texts = texts;
  }

  get played(): PlayedTurn {
    return this.#played;
  }

  begin(turn: number): void {
    this.#turn = turn;
  }

  asLanguageModel(): LanguageModelV3 {
    return {
      ...zeroLatencyModel(''),
      doStream: (options: LanguageModelV3CallOptions) =>
        zeroLatencyModel(this.#answer(promptText(options.prompt))).doStream(options),
    };
  }

  #answer(prompt: string): string {
    const summary = this.#texts.summary(this.#turn);
    if (prompt.includes('You keep the running summary')) return summary;
    const asked = askedSentinels(prompt);
    this.#played = {
      hasPassages: prompt.includes('[Quoted from earlier'),
      hasSummary: prompt.includes('[Conversation summary'),
      isAsked: asked !== undefined,
    };
    const block = asked ? `\n${asked.open}\n${JSON.stringify({ summary })}\n${asked.close}` : '';
    return this.#texts.answer(this.#turn) + block;
  }
}

function promptText(prompt: LanguageModelV3Prompt): string {
  return prompt
    .flatMap(({ content }) => {
      if (typeof content === 'string') return [content];
      return content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    })
    .join('\n');
}
