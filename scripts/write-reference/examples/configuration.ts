import { z } from 'zod';
import { connect, defineConfig, defineNode } from '../../../index.js';
import { example } from './example.js';
import { acme, lookUpOrder, support } from './shared.js';

const flows = [support];
const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/files'] };
const baseUrl = 'http://localhost:8080/v1';

example('ProjectConfig.flows', () => {
  defineConfig({ flows: [support] });
});
example('ProjectConfig.gateway', () => {
  defineConfig({ flows, gateway: { origins: ['https://chat.example.com'] } });
});
example('ProjectConfig.tools', () => {
  defineConfig({ flows, tools: [lookUpOrder] });
});
example('ProjectConfig.workflows', () => {
  defineConfig({ flows, workflows: { fulfillOrder: { taskQueues: ['orders'], flows: ['support'] } } });
});
example('ProjectConfig.nodes', () => {
  const upper = defineNode({
    kind: 'custom:upper',
    config: z.object({ text: z.string() }),
    execute: ({ text }) => text.toUpperCase(),
  });
  defineConfig({ flows, nodes: [upper] });
});
example('ProjectConfig.models', () => {
  defineConfig({ flows, models: { acme } });
});
example('ProjectConfig.providers', () => {
  defineConfig({ flows, providers: { openai: { requestsPerMinute: 500, tokensPerMinute: 200_000 } } });
});
example('ProjectConfig.embeddingModel', () => {
  defineConfig({ flows, embeddingModel: 'openai:text-embedding-3-small' });
});
example('ProjectConfig.trajectoryFolder', () => {
  defineConfig({ flows, trajectoryFolder: 'trajectories' });
});
example('ProjectConfig.temporal', () => {
  const interceptors = { workflowModules: ['/app/trace-workflows.js'] };
  defineConfig({ flows, temporal: { worker: { interceptors, identity: process.env.HOSTNAME } } });
});
example('ConnectOptions.temporalClient', async () => {
  await connect({ temporalClient: { identity: 'orders-service' } });
});
example('ProjectConfig.encryption', () => {
  defineConfig({ flows, encryption: { keys: { file: '/run/secrets/threadline-keys.json' } } });
});
example('ProjectConfig.retention', () => {
  defineConfig({ flows, retention: { '*': { chatDays: 365 }, support: { chatDays: 90, traceDays: 30 } } });
});
example('ProjectConfig.limits', () => {
  defineConfig({ flows, limits: { perUser: { turns: 100, executions: 20 } } });
});
example('ProjectConfig.deployment', () => {
  defineConfig({ flows, deployment: { name: 'support', buildId: '2026-11-26-a1b2c3' } });
});
example('ProjectConfig.approvers', () => {
  defineConfig({ flows, approvers: ['support', 'finance'] });
});
example('ProjectConfig.approvalWebhook', () => {
  const secret = process.env.WEBHOOK_SECRET ?? '';
  defineConfig({ flows, approvalWebhook: { url: 'https://hooks.example.com/approvals', secret } });
});
example('ProjectConfig.auditDays', () => {
  defineConfig({ flows, auditDays: 730 });
});
example('ProjectConfig.cleanArchive', () => {
  defineConfig({ flows, trajectoryFolder: 'trajectories', cleanArchive: false });
});
example('UserLimits.turns', () => {
  defineConfig({ flows, limits: { perUser: { turns: 100 } } });
});
example('UserLimits.executions', () => {
  defineConfig({ flows, limits: { perUser: { executions: 20 } } });
});
example('UserLimits.sandboxSeconds', () => {
  defineConfig({ flows, limits: { perUser: { sandboxSeconds: 10 } } });
});
example('UserLimits.storedBytes', () => {
  defineConfig({ flows, limits: { perUser: { storedBytes: 100_000_000 } } });
});
example('RetentionRule.chatDays', () => {
  defineConfig({ flows, retention: { '*': { chatDays: 365 }, support: { chatDays: null } } });
});
example('RetentionRule.artifactDays', () => {
  defineConfig({ flows, retention: { support: { artifactDays: 30 } } });
});
example('RetentionRule.traceDays', () => {
  defineConfig({ flows, retention: { support: { traceDays: 30 } } });
});
example('ProjectConfig.mcp', () => {
  defineConfig({
    flows,
    mcp: { files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/files'] } },
  });
});
example('McpCallSettings.timeoutMs', () => {
  defineConfig({ flows, mcp: { files: { ...files, timeoutMs: 120_000 } } });
});
example('McpCallSettings.approve', () => {
  defineConfig({ flows, mcp: { files: { ...files, approve: ['write_*', 'edit_file', 'move_file'] } } });
});
example('McpCallSettings.approveBy', () => {
  defineConfig({ flows, mcp: { files: { ...files, approve: true, approveBy: 'staff' } } });
});
example('McpCallSettings.approvalSeconds', () => {
  defineConfig({ flows, mcp: { files: { ...files, approve: true, approvalSeconds: 3_600 } } });
});
example('McpProcess.command', () => {
  defineConfig({ flows, mcp: { clock: { command: 'uvx', args: ['mcp-server-time'] } } });
});
example('McpProcess.args', () => {
  const args = ['-y', '@modelcontextprotocol/server-filesystem', '/srv/files'];
  defineConfig({ flows, mcp: { files: { command: 'npx', args } } });
});
example('McpProcess.env', () => {
  const env = { GITHUB_TOKEN: process.env.GITHUB_TOKEN ?? '' };
  defineConfig({ flows, mcp: { code: { command: 'github-mcp-server', args: ['stdio'], env } } });
});
example('McpProcess.cwd', () => {
  defineConfig({ flows, mcp: { notes: { command: './server.js', cwd: '/srv/notes' } } });
});
example('McpEndpoint.url', () => {
  defineConfig({ flows, mcp: { web: { url: 'https://mcp.example/mcp' } } });
});
example('McpEndpoint.headers', () => {
  const headers = { Authorization: `Bearer ${process.env.WEB_TOKEN}` };
  defineConfig({ flows, mcp: { web: { url: 'https://mcp.example/mcp', headers } } });
});
example('EndpointSource.baseUrl', () => {
  defineConfig({ flows, models: { local: { baseUrl: 'http://localhost:8080/v1' } } });
});
example('EndpointSource.apiKey', () => {
  defineConfig({
    flows,
    models: { hub: { baseUrl: 'https://hub.example/v1', apiKey: process.env.HUB_KEY } },
  });
});
example('EndpointSource.headers', () => {
  const headers = { 'X-Team': 'support' };
  defineConfig({ flows, models: { hub: { baseUrl: 'https://hub.example/v1', headers } } });
});
example('EndpointSource.models', () => {
  const models = { qwen: { window: 32_768, outputLimit: 4_096 } };
  defineConfig({ flows, models: { local: { baseUrl, models } } });
});
example('ReportedFacts.window', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { qwen: { window: 32_768 } } } } });
});
example('ReportedFacts.outputLimit', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { qwen: { outputLimit: 4_096 } } } } });
});

example('ReportedFacts.stream', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { qwen: { stream: false } } } } });
});

example('ReportedFacts.stallMs', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { qwen: { stallMs: 240_000 } } } } });
});
example('ReportedFacts.systemMessages', () => {
  defineConfig({
    flows,
    models: { hub: { baseUrl: 'https://hub.example/v1', models: { large: { systemMessages: 'anywhere' } } } },
  });
});
example('ReportedFacts.roles', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { llama2: { roles: 'alternate' } } } } });
});
example('ReportedFacts.toolCallIds', () => {
  defineConfig({
    flows,
    models: { local: { baseUrl, models: { mistral: { toolCallIds: 'nine-characters' } } } },
  });
});
example('ReportedFacts.lastMessage', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { qwen: { lastMessage: 'user' } } } } });
});
example('ReportedFacts.price', () => {
  const price = { input: 0.15, output: 0.6 };
  defineConfig({
    flows,
    models: { hub: { baseUrl: 'https://hub.example/v1', models: { large: { price } } } },
  });
});
example('ReportedFacts.images', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { llava: { images: true } } } } });
});
example('ReportedFacts.tools', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { smollm: { tools: false } } } } });
});
example('ReportedFacts.tokenFactor', () => {
  defineConfig({ flows, models: { local: { baseUrl, models: { qwen: { tokenFactor: 1.2 } } } } });
});
