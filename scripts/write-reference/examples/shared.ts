import type {
  ConversationHandle,
  ExecutionStatus,
  FlowDefinition,
  ModelFactory,
  Threadline,
  ToolDefinition,
} from '../../../index.js';
import type { ChaosLoad, ModelServer, TestEnvironment, TestSystem } from '../../../packages/testing/index.js';

export declare const client: Threadline;
export declare const conversation: ConversationHandle;
export declare const executionId: string;
export declare const status: ExecutionStatus;
export declare const support: FlowDefinition;
export declare const lookUpOrder: ToolDefinition;
export declare const acme: ModelFactory;
export declare const environment: TestEnvironment;
export declare const system: TestSystem;
export declare const model: ModelServer;
export declare const load: ChaosLoad;
