import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { canonicalJson } from '../context/text/canonical-json.js';
import type { FlowDefinition } from '../flow/definition.js';
import { KIND_TRAITS } from '../flow/kinds/traits.js';
import type { Abilities } from '../flow/needs/abilities.js';
import type { SchemaHashes } from '../flow/needs/schema-hashes.js';
import type { ModelRegistry } from '../models/model-registry.js';
import type { NodeRegistry } from '../extend/nodes/node-registry.js';
import { readWorkflowType } from '../protocol/workflow-kind.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import { rememberText } from '../store/calls/generated-texts.js';
import { refreshCurrentVersions } from '../store/flows/current-versions.js';
import type { WaitingFlow } from '../views/health.js';
import { listStuckApprovals } from '../store/nodes/stuck-approvals.js';
import { announceWorker, removeWorker, type WorkerIdentity } from '../store/workers/live-workers.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import type { ToolRegistry } from '../extend/tools/tool-registry.js';
import { createApprovalCheck, describeStuck } from './check-approvals.js';
import { repeatUntilStopped } from './repeat-until-stopped.js';
import { publishFlows, type PublishMode } from './publish-flows.js';

/** A worker that is silent for three times as long counts as dead. */
const BEAT_MS = 15_000;

export interface Registries {
  tools: ToolRegistry;
  nodes: NodeRegistry;
  models: ModelRegistry;
}

function readAbilities({ tools, nodes, models }: Registries): Abilities {
  return {
    tools: tools.names(),
    kinds: [...Object.keys(KIND_TRAITS), ...nodes.kinds()],
    models: models.callable.map((provider) => `${provider}:*`),
  };
}

function readSchemas({ tools, nodes }: Registries): SchemaHashes {
  const offered = tools.schemas(tools.names());
  return {
    tools: Object.fromEntries(offered.map(({ name, inputSchema }) => [name, canonicalJson(inputSchema)])),
    kinds: Object.fromEntries(
      nodes.kinds().map((kind) => {
        const type = readWorkflowType(kind);
        const config =
          (type === undefined ? nodes.find(kind)?.config : nodes.findWorkflow(type)?.input) ?? z.unknown();
        return [kind, canonicalJson(z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }))];
      }),
    ),
    descriptions: {
      tools: Object.fromEntries(offered.map(({ name, description }) => [name, description])),
      kinds: Object.fromEntries(nodes.kinds().map((kind) => [kind, nodes.find(kind)?.description ?? ''])),
    },
  };
}

/** Stores schemas and descriptions, from which clients build forms. */
async function storeSchemas(
  db: Database,
  { tools, kinds, descriptions }: SchemaHashes,
): Promise<SchemaHashes> {
  const store = async (texts: Readonly<Record<string, string>>) => {
    const stored: [name: string, hash: string][] = [];
    for (const [name, text] of Object.entries(texts)) stored.push([name, await rememberText(db, text)]);
    return Object.fromEntries(stored);
  };
  return {
    tools: await store(tools),
    kinds: await store(kinds),
    ...(descriptions && { descriptions: await storeSchemas(db, descriptions) }),
  };
}

export interface AnnounceOptions {
  db: Database;
  taskQueue: string;
  self: WorkerIdentity;
  registries: Registries;
  flows: readonly FlowDefinition[];
  publish?: PublishMode | undefined;
  note: (level: string, message: string) => void;
}

/** Each heartbeat also activates flow versions that live workers can run. */
export async function startAnnouncing(options: AnnounceOptions): Promise<() => Promise<void>> {
  const { db, taskQueue, self, registries, publish: mode = 'on-start', note } = options;
  const checkApprovals = createApprovalCheck({ db, worker: self.id, tools: registries.tools });
  let flows: Readonly<Record<string, number>> = {};
  let reported = '';
  await announce();
  flows = await publishFlows(db, { flows: options.flows, mode });
  await beat();
  const stopBeating = beatUntilStopped(beat, note);
  return async () => {
    await stopBeating();
    await leave().catch(() => undefined);
  };

  async function announce(): Promise<void> {
    const schemas = await storeSchemas(db, readSchemas(registries));
    await announceWorker(db, { ...self, ...readAbilities(registries), schemas, flows, taskQueue });
  }

  async function beat(): Promise<void> {
    await announce();
    await checkApprovals();
    const lines = [
      ...describeFlows(await refreshCurrentVersions(db, { isAudited: true })),
      ...describeStuck(await listStuckApprovals(db)),
    ];
    const report = lines.join('\n');
    if (report !== reported) for (const line of lines) note('WARN', line);
    reported = report;
  }

  async function leave(): Promise<void> {
    await removeWorker(db, self.id);
    await refreshCurrentVersions(db, { isAudited: true });
  }
}

/** A worker for one provider runs no flows. */
export async function startAnnouncingProvider({
  db,
  taskQueue,
  self,
  note,
}: Pick<AnnounceOptions, 'db' | 'taskQueue' | 'self' | 'note'>): Promise<() => Promise<void>> {
  const nothing = { tools: [], kinds: [], models: [], flows: {} };
  const announce = () => announceWorker(db, { ...self, ...nothing, taskQueue });
  await announce();
  const stopBeating = beatUntilStopped(announce, note);
  return async () => {
    await stopBeating();
    await removeWorker(db, self.id).catch(() => undefined);
  };
}

function beatUntilStopped(beat: () => Promise<void>, note: AnnounceOptions['note']): () => Promise<void> {
  return repeatUntilStopped(beat, {
    everyMs: BEAT_MS,
    afterPause: true,
    onError(error, isFirst) {
      if (isFirst) note('WARN', `The worker could not announce itself: ${errorMessage(error)}`);
    },
  });
}

export function identifyWorker(
  deployment: WorkerDeployment | undefined,
  name = `${process.pid}@${hostname()}`,
): WorkerIdentity {
  const build = deployment && `${deployment.name}.${deployment.buildId}`;
  return { id: randomUUID(), name, deployment: build };
}

export function describeFlows(waiting: readonly WaitingFlow[]): string[] {
  return waiting.map(
    ({ slug, published, current, missing }) =>
      `Flow '${slug}': version ${published} was published last, but no live worker has ${missing.join(', ')}. Version ${current} stays current`,
  );
}
