import { z } from 'zod';
import { defineConfig, defineNode } from '../../../index.js';
import { example } from './example.js';
import { acme, lookUpOrder, support } from './shared.js';

const flows = [support];

example('ProjectConfig.flows', () => {
  defineConfig({ flows: [support] });
});
example('ProjectConfig.tools', () => {
  defineConfig({ flows, tools: [lookUpOrder] });
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
  // A node says `model: 'acme:large'`.
  defineConfig({ flows, models: { acme } });
});
example('ProjectConfig.embeddingModel', () => {
  defineConfig({ flows, embeddingModel: 'openai:text-embedding-3-small' });
});
example('ProjectConfig.trajectoryFolder', () => {
  defineConfig({ flows, trajectoryFolder: 'trajectories' });
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
  // An agent says `tools: ['files__*']`.
  defineConfig({
    flows,
    mcp: { files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/files'] } },
  });
});
