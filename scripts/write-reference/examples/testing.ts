import {
  SCRIPTED_MODEL,
  runChaos,
  startModelServer,
  startTimeSkippingServer,
  startTestEnvironment,
  startTestSystem,
  text,
  toolCalls,
} from '../../../packages/testing/index.js';
import { agent, chat, defineFlow } from '../../../index.js';
import { acme, environment, load, lookUpOrder, model, support, system } from './shared.js';
import { example } from './example.js';

example('TestEnvironmentOptions.temporalAddress', async () => {
  await startTestEnvironment({ temporalAddress: 'localhost:7233' });
});
example('TestEnvironmentOptions.databaseUrl', async () => {
  await startTestEnvironment({ databaseUrl: 'postgres://postgres@localhost/postgres' });
});
example('TestEnvironmentOptions.temporalCliPath', async () => {
  await startTestEnvironment({ temporalCliPath: '/usr/local/bin/temporal' });
});
example('TestEnvironmentOptions.dynamicConfig', async () => {
  await startTestEnvironment({ dynamicConfig: { 'limit.historyCount.suggestContinueAsNew': 60 } });
});
example('TestEnvironmentOptions.onProgress', async () => {
  await startTestEnvironment({ onProgress: (line) => console.log(line) });
});
example('StartTimeSkippingServerOptions.cacheDir', async () => {
  await startTimeSkippingServer({ cacheDir: '/var/cache/threadline' });
});
example('StartTimeSkippingServerOptions.onProgress', async () => {
  await startTimeSkippingServer({ onProgress: (line) => console.log(line) });
});
example('TimeSkippingServer.address', async () => {
  const { address } = await startTimeSkippingServer();
  await startTestSystem({ ...environment, temporalAddress: address, searchAttributes: [] });
});
example('TimeSkippingServer.stop', async () => {
  const server = await startTimeSkippingServer();
  await server.stop();
});
example('TestSystemOptions.flows', async () => {
  const flow = defineFlow({
    slug: 'echo',
    name: 'Echo',
    nodes: { start: chat(), say: agent({ model: SCRIPTED_MODEL }) },
    edges: [['start', 'say']],
  });
  await startTestSystem(environment, { flows: [flow] });
});
example('TestSystemOptions.tools', async () => {
  await startTestSystem(environment, { flows: [support], tools: [lookUpOrder] });
});
example('TestSystemOptions.deployment', async () => {
  await startTestSystem(environment, { deployment: { name: 'support', buildId: 'v1' } });
});
example('TestSystemOptions.heldPatches', async () => {
  await startTestSystem(environment, {
    deployment: { name: 'support', buildId: 'v2' },
    heldPatches: new Set(['wait-before-turn']),
  });
});
example('TestSystemOptions.nodes', async () => {
  await startTestSystem(environment, { flows: [support], nodes: [] });
});
example('TestSystemOptions.workflows', async () => {
  await startTestSystem(environment, { flows: [support], workflows: { fulfillOrder: {} } });
});
example('TestSystemOptions.model', async () => {
  await startTestSystem(environment, { model: { script: (request) => text(`You said: ${request.text}`) } });
});
example('TestSystemOptions.models', async () => {
  await startTestSystem(environment, { flows: [support], models: { acme } });
});
example('TestSystemOptions.providers', async () => {
  await startTestSystem(environment, { providers: { openai: { requestsPerMinute: 120 } } });
});
example('TestSystemOptions.embedder', async () => {
  await startTestSystem(environment, { embedder: 'openai:words' });
});
example('TestSystemOptions.trajectoryFolder', async () => {
  await startTestSystem(environment, { trajectoryFolder: '/tmp/trajectories' });
});
example('TestSystemOptions.settings', async () => {
  await startTestSystem(environment, { settings: { compactionPct: 50 } });
});
example('TestSystemOptions.encryption', async () => {
  await startTestSystem(environment, { encryption: { keys: { file: 'test-keys.json' } } });
});
example('TestSystemOptions.retention', async () => {
  await startTestSystem(environment, { retention: { '*': { chatDays: 30 } } });
});
example('TestSystemOptions.userLimits', async () => {
  await startTestSystem(environment, { userLimits: { turns: 2 } });
});
example('TestSystemOptions.connections', async () => {
  await startTestSystem(environment, { connections: 1 });
});
example('TestSystemOptions.slotsPerUser', async () => {
  await startTestSystem(environment, { slotsPerUser: 2 });
});
example('TestSystemOptions.approvers', async () => {
  await startTestSystem(environment, { approvers: ['support'] });
});
example('TestSystemOptions.databaseUser', async () => {
  await startTestSystem(environment, { databaseUser: async () => ({ user: 'worker', password: 'secret' }) });
});
example('TestSystemOptions.withoutWorker', async () => {
  const system = await startTestSystem(environment, { withoutWorker: true });
  await system.startWorker();
});
example('TestSystemOptions.timing', async () => {
  await startTestSystem(environment, { timing: { retryMs: 1 } });
});
example('TestSystemOptions.worker', async () => {
  await startTestSystem(environment, { worker: { maxConcurrentActivityTaskExecutions: 2 } });
});
example('TestSystemOptions.onPoint', async () => {
  await startTestSystem(environment, { onPoint: (point) => console.log(point) });
});
example('TestSystem.client', async () => {
  await system.client.conversation({ flow: 'support', user: system.newUser() }).ask('Hello');
});
example('TestSystem.temporal', async () => {
  await system.temporal.workflow.getHandle('conversation/support/ada').describe();
});
example('TestSystem.db', async () => {
  await system.db.selectFrom('model_call').selectAll().execute();
});
example('TestSystem.databaseUrl', () => {
  process.env['DATABASE_URL'] = system.databaseUrl;
});
example('TestSystem.model', () => {
  system.model.reply(toolCalls([{ name: 'look_up_order', arguments: { id: 7 } }]), text('It is on its way.'));
});
example('TestSystem.taskQueue', () => {
  process.env['THREADLINE_TASK_QUEUE'] = system.taskQueue;
});
example('TestSystem.environment', () => {
  process.env['TEMPORAL_ADDRESS'] = system.environment.temporalAddress;
});
example('TestSystem.newUser', () => {
  system.client.conversation({ flow: 'support', user: system.newUser('ada') });
});
example('TestSystem.startWorker', async () => {
  const second = await system.startWorker();
  await second.shutdown();
});
example('TestSystem.stop', async () => {
  await system.stop();
});
example('ModelServerOptions.script', async () => {
  await startModelServer({ script: [text('One.'), text('Two.')] });
});
example('ModelServerOptions.models', async () => {
  await startModelServer({ models: ['small', 'large'] });
});
example('ModelServerOptions.strict', async () => {
  await startModelServer({ strict: false });
});
example('ModelServerOptions.apiKey', async () => {
  await startModelServer({ apiKey: 'secret' });
});
example('ModelServerOptions.contextWindow', async () => {
  await startModelServer({ contextWindow: 8_000 });
});
example('ModelServerOptions.personality', async () => {
  await startModelServer({ personality: ['qwen-vllm', 'nine-character-ids'] });
});
example('ModelServerOptions.countTokens', async () => {
  await startModelServer({ contextWindow: 8_000, countTokens: (body) => JSON.stringify(body).length / 4 });
});
example('ModelServerOptions.answerCount', async () => {
  await startModelServer({ answerCount: () => ({ status: 500, body: '' }) });
});
example('ModelServerOptions.synonyms', async () => {
  await startModelServer({ synonyms: [['car', 'automobile']] });
});
example('ModelServerOptions.keptRequests', async () => {
  await startModelServer({ keptRequests: 100 });
});
example('ModelServerOptions.port', async () => {
  await startModelServer({ port: 8_081 });
});
example('ModelServer.baseUrl', () => {
  process.env['OPENAI_BASE_URL'] = model.baseUrl;
});
example('ModelServer.port', () => {
  console.log(`listens on ${model.port}`);
});
example('ModelServer.requests', () => {
  console.log(model.requests.at(-1)?.text);
});
example('ModelServer.embedded', () => {
  console.log(model.embedded.length);
});
example('ModelServer.counted', () => {
  console.log(model.counted.at(-1)?.tokens);
});
example('ModelServer.pending', () => {
  console.log(`${model.pending.length} replies were not asked for`);
});
example('ModelServer.failures', () => {
  console.log(model.failures);
});
example('ModelServer.reply', () => {
  model.reply(text('One.'), text('Two.'));
});
example('ModelServer.takeFailures', () => {
  const [failure] = model.takeFailures();
  console.log(failure);
});
example('ModelServer.assertDone', () => {
  model.assertDone();
});
example('ModelServer.close', async () => {
  await model.close({ check: false });
});
example('ChaosOptions.seed', async () => {
  await runChaos({ seed: 7, minutes: 10, load });
});
example('ChaosOptions.minutes', async () => {
  await runChaos({ seed: 7, minutes: 10, load });
});
example('ChaosOptions.load', async () => {
  await runChaos({ seed: 7, minutes: 10, load });
});
example('ChaosOptions.faults', async () => {
  await runChaos({ seed: 7, minutes: 10, load, faults: ['worker-killed'] });
});
example('ChaosOptions.calmSeconds', async () => {
  await runChaos({ seed: 7, minutes: 20, load, calmSeconds: 30 });
});
example('ChaosOptions.conversations', async () => {
  await runChaos({ seed: 7, minutes: 10, load, conversations: 64 });
});
example('ChaosOptions.workers', async () => {
  await runChaos({ seed: 7, minutes: 10, load, workers: 3 });
});
example('ChaosOptions.onProgress', async () => {
  await runChaos({ seed: 7, minutes: 10, load, onProgress: (line) => console.log(line) });
});
example('TestSystemOptions.mcp', async () => {
  await startTestSystem(environment, {
    flows: [support],
    mcp: { files: { command: 'node', args: ['files-server.js'] } },
  });
});
