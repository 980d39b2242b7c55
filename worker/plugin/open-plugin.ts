import { Client } from '@temporalio/client';
import {
  NativeConnection,
  Runtime,
  type LogLevel,
  type Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { DEFAULT_TIMING } from '../../activities/dependencies.js';
import { readConfig, temporalConnection, type Config } from '../../config.js';
import type { ProjectConfig } from '../../define-config.js';
import { clientDataConverter } from '../../temporal/encryption/client-data-converter.js';
import type { EncryptionOptions } from '../../temporal/encryption/read-key-ring.js';
import type { WorkerDeployment } from '../../temporal/worker-deployment.js';
import { setStudioUrl } from '../../tracing/studio-url.js';
import { OWN_WORKFLOWS } from '../bundle-workflows.js';
import type { Closers } from '../closers.js';
import { composeWorkerOptions, createProviderWorkers } from '../create-worker.js';
import { announceProject, openProject } from '../open-project.js';
import { registerSearchAttributes } from '../register-search-attributes.js';
import type { Note } from '../create-note.js';
import { startUpkeep } from '../start-upkeep.js';
import { joinDataConverters, withoutUndefined } from '../../temporal/team-options.js';
import { mergeWorkerOptions } from './merge-worker-options.js';

/** Other settings come from the environment. */
export interface ThreadlinePluginOptions {
  /** As in `threadline.config.ts`. Not needed for clients and replays. */
  project?: ProjectConfig;
  /** Default: DATABASE_URL. */
  databaseUrl?: string;
  /** Default: the environment's, else the project's. */
  encryption?: EncryptionOptions;
}

export interface OpenPlugin {
  options: WorkerOptions;
  /** Returns the Workers of providers with their own Task Queue. */
  begin(): Promise<Worker[]>;
}

export async function openPlugin(
  team: WorkerOptions,
  plugin: ThreadlinePluginOptions,
  opened: Closers,
): Promise<OpenPlugin> {
  const config = readSettings();
  const place = findPlace(team, plugin, config);
  const { namespace, taskQueue, deployment, project } = place;
  const { db, keys, project: parts, learning } = await openProject(place, opened, note);
  const connection = team.connection ?? (await openConnection(opened));
  const onNote = (text: string): void => note('WARN', text);
  const searchAttributes = await registerSearchAttributes({
    connection,
    namespace,
    mode: config.searchAttributes,
    onNote,
  });
  const { self } = await announceProject(
    { ...place, publish: config.publish, identity: team.identity },
    { db, registries: parts, note, opened },
  );
  const composed = {
    connection,
    namespace,
    taskQueue,
    deployment,
    self,
    db,
    keys,
    onUnreadable: onNote,
    retention: project.retention,
    ...parts,
    settings: config.context,
    tuning: config.tuning,
    timing: { toolGraceMs: config.tuning.toolGraceMs ?? DEFAULT_TIMING.toolGraceMs },
    searchAttributes,
  };
  const own = composeWorkerOptions(composed);
  const isBundled = team.workflowBundle !== undefined || team.workflowsPath !== undefined;
  return {
    options: { ...mergeWorkerOptions(team, own), ...(!isBundled && { workflowsPath: OWN_WORKFLOWS }) },
    async begin() {
      const temporal = new Client({
        connection,
        namespace,
        interceptors: team.interceptors?.client,
        dataConverter: joinDataConverters(team.dataConverter, clientDataConverter(keys)),
      });
      startUpkeep(place, { db, temporal, self, note: keys ? noteWithoutReason : note, opened });
      // Waits for the facts: otherwise, the first turn would be planned for a guessed window.
      await learning.asked;
      const { interceptors, dataConverter, identity, shutdownGraceTime } = team;
      return createProviderWorkers({
        ...composed,
        team: withoutUndefined({ interceptors, dataConverter, identity }),
        worker: withoutUndefined({ shutdownGraceTime }),
      });
    },
  };
}

function readSettings(): Config {
  const config = readConfig();
  setStudioUrl(config.studioUrl);
  for (const warning of config.warnings) note('WARN', warning);
  return config;
}

function findPlace(team: WorkerOptions, plugin: ThreadlinePluginOptions, config: Config) {
  const { taskQueue, namespace = config.namespace } = team;
  const { project, databaseUrl = config.databaseUrl, encryption = config.encryption } = plugin;
  if (taskQueue === undefined) throw new Error("The Worker's option 'taskQueue' is missing");
  if (!project) throw new Error("The ThreadlinePlugin of a Worker needs the option 'project'");
  if (databaseUrl === undefined)
    throw new Error("No Postgres is configured: set DATABASE_URL, or the plugin's option 'databaseUrl'");
  const { model: models, embeddingModel, trajectoryFolder, context, databaseConnections } = config;
  const deployment = readDeployment(team);
  const settings = { models, embeddingModel, trajectoryFolder, context, encryption, databaseConnections };
  return { namespace, taskQueue, deployment, project, databaseUrl, ...settings };
}

async function openConnection(opened: Closers): Promise<NativeConnection> {
  const connection = await NativeConnection.connect(temporalConnection());
  opened.add(() => connection.close());
  return connection;
}

function readDeployment({ workerDeploymentOptions: given }: WorkerOptions): WorkerDeployment | undefined {
  if (given?.useWorkerVersioning !== true) return undefined;
  const { deploymentName: name, buildId } = given.version;
  return { name, buildId };
}

export function note(level: string, message: string, facts?: Parameters<Note>[2]): void {
  Runtime.instance().logger.log(level as LogLevel, message, { sdkComponent: 'threadline', ...facts });
}

/** Omits the reason, because an error's message may quote encrypted text. */
function noteWithoutReason(level: string, message: string, facts?: Parameters<Note>[2]): void {
  const { reason: _reason, causes: _causes, ...rest } = facts ?? {};
  note(level, message, rest);
}
