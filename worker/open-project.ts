import type { ContextSettings } from '../context/plan/settings.js';
import { exportsSettled } from '../activities/trajectory/export-rounds.js';
import { compileStanding } from '../context/standing/find-standing.js';
import type { ProjectConfig } from '../define-config.js';
import type { KeyRing } from '../temporal/encryption/key-ring.js';
import { readKeyRing, type EncryptionOptions } from '../temporal/encryption/read-key-ring.js';
import { sandbox } from '../flow/code/pool.js';
import { metrics } from '../telemetry/metrics/metric-registry.js';
import { warmUp } from '../models/counting/count-tokens.js';
import { createEmbedder } from '../models/embeddings.js';
import { createNodeRegistry } from '../extend/nodes/node-registry.js';
import { startMcpServers } from '../extend/mcp/mcp-tools.js';
import { createModelRegistry, type ModelRegistrySettings } from '../models/model-registry.js';
import { checkApprovalWebhook } from '../protocol/approval-webhook.js';
import { checkApprovers } from '../protocol/approvers.js';
import { checkProviders } from '../protocol/provider-limits.js';
import { checkAuditDays, checkRetention } from '../protocol/retention.js';
import { openDatabase, type Database } from '../store/database.js';
import { listFlowTriggers } from '../store/flows/flows.js';
import { storeWorkerSettings } from '../store/worker-settings.js';
import type { WorkerIdentity } from '../store/workers/live-workers.js';
import { completeUserLimits } from '../protocol/user-limits.js';
import { requireMigrations } from '../store/migrate.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import {
  identifyWorker,
  startAnnouncing,
  startAnnouncingProvider,
  type Registries,
} from './announce-worker.js';
import { sendApprovals } from './send-approvals.js';
import { checkFlows } from './check-flows.js';
import type { Closers } from './closers.js';
import { createTools } from './create-tools.js';
import { learnModels } from './learn-models.js';
import { listCalledModels } from './list-called-models.js';
import type { PublishMode } from './publish-flows.js';
import { shareLearnedFacts } from './share-learned-facts.js';

/** How long a start waits for MCP servers, so that the first turn sees their tools. */
const MCP_START_MS = 10_000;

export interface OpenProjectOptions {
  taskQueue: string;
  databaseUrl: string;
  project: ProjectConfig;
  models: ModelRegistrySettings;
  embeddingModel?: string | undefined;
  trajectoryFolder?: string | undefined;
  encryption?: EncryptionOptions | undefined;
  context: ContextSettings;
  databaseConnections?: number | undefined;
}

type Note = (level: string, message: string) => void;

export async function openProject(options: OpenProjectOptions, opened: Closers, note: Note) {
  const db = openPool(options, opened, note);
  opened.add(exportsSettled);
  opened.add(collectSandbox());
  const encryption = options.encryption ?? options.project.encryption;
  const keys = encryption ? await readKeyRing(encryption) : undefined;
  const project = await prepareProject(options, { db, keys, note, opened });
  const learning = learnModels(listCalledModels(options.project.flows), { registry: project.models, note });
  opened.add(learning.stop);
  opened.add(await shareLearnedFacts(db, note));
  // Loaded now, so that the first turn does not wait for it.
  warmUp();
  compileStanding();
  return { db, keys, project, learning };
}

interface AnnounceOptions extends Pick<OpenProjectOptions, 'taskQueue' | 'project'> {
  provider?: string | undefined;
  deployment?: WorkerDeployment | undefined;
  publish?: PublishMode | undefined;
  identity?: string | undefined;
}

export async function announceProject(
  { taskQueue, provider, deployment, publish, identity, project }: AnnounceOptions,
  { db, registries, note, opened }: { db: Database; registries: Registries; note: Note; opened: Closers },
): Promise<{ self: WorkerIdentity; leave: () => Promise<void> }> {
  const self = identifyWorker(deployment, identity);
  const announced = { db, self, note };
  const { flows, providers = {} } = project;
  const leave = opened.add(
    provider === undefined
      ? await startAnnouncing({ ...announced, taskQueue, registries, flows, publish })
      : await startAnnouncingProvider({
          ...announced,
          taskQueue: providers[provider]?.taskQueue ?? taskQueue,
        }),
  );
  return { self, leave };
}

async function prepareProject(
  options: OpenProjectOptions,
  { db, keys, note, opened }: { db: Database; keys: KeyRing | undefined; note: Note; opened: Closers },
) {
  const { project } = options;
  const mcp = startMcpServers(project.mcp, note);
  opened.add(() => mcp.close());
  const tools = createTools({ db, tools: project.tools ?? [], sources: mcp.sources });
  const nodes = createNodeRegistry(project.nodes ?? [], project.workflows);
  const models = createModelRegistry({ ...options.models, custom: project.models });
  await requireMigrations(db);
  const stored = await listFlowTriggers(db);
  const known = { tools, nodes, models, context: options.context, stored };
  for (const warning of checkFlows(project.flows, known)) note('WARN', warning);
  checkApprovers(project.approvers);
  for (const warning of warnOfApprovers(project)) note('WARN', warning);
  if (project.approvalWebhook) checkApprovalWebhook(project.approvalWebhook);
  checkRetention(project.retention ?? {});
  checkAuditDays(project.auditDays);
  checkProviders(project.providers ?? {}, { known: models.providers, mainQueue: options.taskQueue });
  const userLimits = completeUserLimits(project.limits?.perUser);
  const embeddingModel = project.embeddingModel ?? options.embeddingModel;
  const embedder = embeddingModel === undefined ? undefined : createEmbedder(embeddingModel, options.models);
  // Resolved now, because an unknown provider or a missing key must fail the start.
  for (const { id } of listCalledModels(project.flows)) await models.resolve(id);
  await storeWorkerSettings(db, {
    taskQueue: options.taskQueue,
    limits: userLimits,
    keyIds: [...(keys?.keys.keys() ?? [])],
    registered: { tools: tools.names(), customKinds: nodes.kinds(), providers: models.providers },
  });
  const folder = project.trajectoryFolder ?? options.trajectoryFolder;
  opened.add(sendApprovals({ db, note }, project.approvalWebhook));
  await mcp.settled(MCP_START_MS);
  const trajectoryFiles = folder === undefined ? undefined : { folder, cleanArchive: project.cleanArchive };
  const { approvers, auditDays, providers } = project;
  return { tools, nodes, models, embedder, trajectoryFiles, userLimits, approvers, auditDays, providers };
}

function openPool(options: OpenProjectOptions, opened: Closers, note: Note): Database {
  const db = openDatabase({
    url: options.databaseUrl,
    applicationName: 'threadline worker',
    maxConnections: options.databaseConnections,
    // Shorter than a local Activity's timeout, so that the failure names Postgres.
    statementTimeoutMs: 50_000,
    onIdleError: (error) => note('WARN', `A database connection broke: ${error.message}`),
  });
  opened.add(() => db.destroy());
  return db;
}

function collectSandbox(): () => Promise<void> {
  const stop = metrics.collect(() => [
    { name: 'threadline_sandbox_waiting', labels: {}, value: sandbox.waiting },
  ]);
  return () => Promise.resolve(stop());
}

export function warnOfApprovers({ tools = [], mcp = {} }: Pick<ProjectConfig, 'tools' | 'mcp'>): string[] {
  const unsaid = tools.filter(({ approve }) => approve === true || typeof approve === 'function');
  const servers = Object.entries(mcp).filter(
    ([, { approve = false, approveBy }]) => approve !== false && !approveBy,
  );
  return [
    ...unsaid.map(
      ({ name }) =>
        `Tool '${name}' needs approval but names no approver, so the requesting user may approve it. Set approve: { by: 'staff' }, or { by: 'user' } to keep this.`,
    ),
    ...servers.map(
      ([name]) =>
        `Tools of MCP server '${name}' need approval but name no approver, so the requesting user may approve them. Set approveBy: 'staff', or 'user' to keep this.`,
    ),
  ];
}
