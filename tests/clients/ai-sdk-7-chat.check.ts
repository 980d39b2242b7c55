import * as version7 from 'ai-7';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from '../integration/gateway/serve-gateway.js';
import { SDK_CHAT_FLOWS, testSdkChat } from '../integration/gateway/ui-messages/sdk-chat-tests.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: SDK_CHAT_FLOWS });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

describe('GET /api/chat/{id}, by a gateway that listens', () => {
  testSdkChat({ version: 7, module: version7 }, () => ({ system, gateway }));
});
