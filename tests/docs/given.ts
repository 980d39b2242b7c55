import type { ProviderV3 } from '@ai-sdk/provider';
import type { UIMessage } from 'ai';
import type { WorkerOptions } from '@temporalio/worker';
import type {
  ConversationHandle,
  FlowDefinition,
  Threadline,
  ToolContext,
  ToolDefinition,
  chat as chatNode,
} from '../../index.js';
import type { ChaosLoad, Script, TestEnvironment } from '../../packages/testing/index.js';

export { useChat } from '@ai-sdk/react';
export { Worker } from '@temporalio/worker';
export {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'ai';
export { readFile } from 'node:fs/promises';
export { expect } from 'vitest';
export { z } from 'zod';
export {
  agent,
  defineConfig,
  defineFlow,
  defineTool,
  reply,
  TemporaryError,
  ThreadlineError,
  workflow,
} from '../../index.js';
export { jwt } from '../../packages/gateway/index.js';
export {
  formatChaosReport,
  runChaos,
  startTestSystem,
  startTimeSkippingServer,
} from '../../packages/testing/index.js';

export declare const threadline: Threadline;
export declare const chat: ConversationHandle & typeof chatNode;
export declare const conversation: ConversationHandle;
export declare const context: ToolContext;
export declare const bytes: Uint8Array;
export declare const id: string, model: string, text: string, user: string;
export declare const assistant: FlowDefinition, order: FlowDefinition, purchase: FlowDefinition;
export declare const research: FlowDefinition, support: FlowDefinition;
export declare const flows: FlowDefinition[];
export declare const lookUp: ToolDefinition;
export declare const supportWith: (model: string) => FlowDefinition;
export declare const refund: (order: string, amount: number) => Promise<string>;
export declare const post: (
  path: string,
  body: { amount: number; key: string; signal: AbortSignal },
) => Promise<Response>;
export declare const createGroq: () => ProviderV3;
export declare const findSession: (cookie: string | null) => Promise<{ userId: string } | undefined>;
export declare const logger: { info: (facts: object) => void };
export declare const yourOptions: WorkerOptions;
export declare const environment: TestEnvironment;
export declare const script: Script;
export declare const load: ChaosLoad;
export declare const message: UIMessage;
