import { SEARCH_ATTRIBUTE_NAMES } from '../../../protocol/search-attributes.js';
import type { LanguageModelV3, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { randomUUID } from 'node:crypto';
import {
  createAgentActivities,
  createConversationActivities,
  createExecutionActivities,
  createUpkeepActivities,
} from '../../../activities/create-activities.js';
import { DEFAULT_TIMING, type ActivityDependencies } from '../../../activities/dependencies.js';
import { UserSlots } from '../../../activities/user-slots.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import { NO_USER_LIMITS } from '../../../protocol/user-limits.js';
import type { FinalStatus } from '../../../protocol/final-status.js';
import { createNodeRegistry } from '../../../extend/nodes/node-registry.js';
import type { Database } from '../../../store/database.js';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';
import { createToolRegistry } from '../../../extend/tools/tool-registry.js';
import { conversationWorkflowId, turnWorkflowId, upkeepWorkflowId } from '../../../protocol/ids.js';
import { runActivity } from '../../../packages/lab/bench/turn/run-activity.js';

export interface PlayerOptions {
  db: Database;
  resolve: (modelId: string) => LanguageModelV3 | Promise<LanguageModelV3>;
  onPoint?: NonNullable<ActivityDependencies['onPoint']>;
  tools?: readonly ToolDefinition[];
}

export interface PlayedTurn {
  executionId: string;
  hasUpkeep: boolean;
}

export interface Chat {
  readonly workflowId: string;
  turn(text: string, status?: FinalStatus): Promise<PlayedTurn>;
  clear(): Promise<void>;
  summarize(through?: number): ReturnType<ReturnType<typeof createUpkeepActivities>['summarizeThread']>;
  upkeep(): Promise<string[]>;
}

export function createPlayer({ db, resolve, onPoint, tools = [] }: PlayerOptions): (flow: string) => Chat {
  const dependencies: ActivityDependencies = {
    db,
    models: {
      resolve: (modelId) => Promise.resolve(resolve(modelId)),
      findStallMs: () => 60_000,
      count: () => Promise.resolve(undefined),
    },
    tools: createToolRegistry([...tools]),
    nodes: createNodeRegistry([]),
    settings: DEFAULT_CONTEXT_SETTINGS,
    userLimits: NO_USER_LIMITS,
    providers: {},
    pace: (_call, ask) => ask(),
    userSlots: new UserSlots({ slotsPerUser: Infinity, leaseMs: 0, workingMs: 0 }),
    describeWorkflow: () => Promise.resolve({ isOpen: true, parentId: undefined }),
    searchAttributes: () => SEARCH_ATTRIBUTE_NAMES,
    timing: { ...DEFAULT_TIMING, retryMs: 1 },
    ...(onPoint && { onPoint }),
  };
  const conversation = createConversationActivities(dependencies);
  const execution = createExecutionActivities(dependencies);
  const agent = createAgentActivities(dependencies);
  const upkeep = createUpkeepActivities(dependencies);
  return (flow) => {
    const key = { flow, user: `ada-${randomUUID()}` };
    const workflowId = conversationWorkflowId(key);
    const store = async (kind: 'message' | 'clear', text?: string): Promise<string> => {
      const turnId = randomUUID();
      const turns = [{ turnId, kind, ...(text !== undefined && { text }) }];
      await runActivity(workflowId, conversation.storeTurns, { ...key, channel: '', turns, waiting: [] });
      return turnId;
    };
    const summarize = (through?: number) =>
      runActivity(
        upkeepWorkflowId(workflowId),
        upkeep.summarizeThread,
        through === undefined ? {} : { through },
      );
    return {
      workflowId,
      async turn(text, status = 'completed') {
        const turnId = await store('message', text);
        const executionId = turnWorkflowId(workflowId, turnId);
        await runActivity(executionId, execution.beginExecution, { ...key, turnId });
        let step = 1;
        const plan = { step, nodeId: 'agent', withoutTools: false, isHarder: false, mayCompact: true };
        const planned = await runActivity(executionId, agent.trimContext, plan);
        if (planned.verdict === 'compact') {
          const place = { step, nodeId: 'agent' };
          step += (await runActivity(executionId, agent.compactContext, place)).steps;
          await runActivity(executionId, agent.trimContext, { ...plan, step, mayCompact: false });
        }
        if (status === 'completed') await runActivity(executionId, agent.callModel, { step });
        const end = await runActivity(executionId, execution.finishExecution, { status });
        return { executionId, hasUpkeep: end.upkeep === true };
      },
      async clear() {
        await runActivity(workflowId, conversation.clearConversation, { turnId: await store('clear') });
      },
      summarize,
      async upkeep() {
        const statuses: string[] = [];
        for (let through: number | undefined; ;) {
          const result = await summarize(through);
          statuses.push(result.status);
          if (result.status !== 'adopted' || result.more === undefined) return statuses;
          through = result.more;
        }
      },
    };
  };
}

export function watched(
  model: LanguageModelV3,
  onPrompt: (prompt: LanguageModelV3Prompt) => void,
): LanguageModelV3 {
  const { provider, modelId, supportedUrls } = model;
  return {
    specificationVersion: 'v3',
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    doStream(options) {
      onPrompt(options.prompt);
      return model.doStream(options);
    },
  };
}

export function promptText(prompt: LanguageModelV3Prompt): string {
  return prompt
    .flatMap(({ content }) =>
      typeof content === 'string'
        ? [content]
        : content.map((part) => (part.type === 'text' ? part.text : '')),
    )
    .join('\n');
}
