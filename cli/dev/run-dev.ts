import { setTimeout as delay } from 'node:timers/promises';
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { connect } from '../../client/connect.js';
import type { Threadline } from '../../client/threadline.js';
import { connectionTo, dataFile, type Config } from '../../config.js';
import {
  startServers,
  userCacheDir,
  watchServers,
  type Servers,
  type ServerWatch,
} from '../../servers/index.js';
import { openDatabase } from '../../store/database.js';
import { listUnfinishedTurns } from '../../store/conversation/unfinished-turns.js';
import { listFlowTriggers } from '../../store/flows/flows.js';
import { migrate } from '../../store/migrate.js';
import { startWorker, type RunningWorker } from '../../worker/start-worker.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';
import { SEARCH_ATTRIBUTE_NAMES } from '../../protocol/search-attributes.js';
import type { Chat } from '../chat/chat.js';
import { NoticeBoard } from '../chat/notice-board.js';
import { isTerminal, runChat } from '../chat/run-chat.js';
import { databaseAddress } from '../system/find-system.js';
import { checkProject } from '../project/check-project.js';
import { loadProject, type LoadedProject } from '../project/load-project.js';
import { readConversationKey, DEFAULT_FLOW, type ConversationOptions } from '../program/options.js';
import type { Output } from '../format/output.js';
import { Shutdown } from '../program/shutdown.js';
import { readVersion } from '../program/version.js';
import { startLocalGateway } from '../serve/start-local-gateway.js';
import type { PublishMode } from '../../worker/publish-flows.js';
import { describeEnded, describeStart, workflowPage, workflowsPage } from '../serve/describe-start.js';
import { secureFolder } from '../../servers/secure-folder.js';

const MAX_BYTES = 10_000_000;

/** Short, because unfinished turns resume at the next start. */
const GRACE_MS = 1_500;
/** Less than 5 s in all, because nothing is lost: Postgres has everything that was accepted. */
const END_WORKER_MS = 2_300;
const END_GATEWAY_MS = 200;
const END_SERVERS_MS = 1_500;
/** Time to record the stop, while another process may be starting the servers. */
const SLACK_MS = 300;
/** Slow enough to see the answer stream. */
const OFFLINE_DELAY_MS = 15;

interface DevInput {
  config: Config;
  options: Omit<ConversationOptions, 'flow'> & { flow?: string };
  output: Output;
}

export async function runDev(input: DevInput): Promise<number> {
  const { config, output } = input;
  const shutdown = new Shutdown();
  const loaded = await loadProject({ folder: process.cwd(), model: config.model });
  await checkProject(loaded, config);
  const key = readConversationKey(config, { ...input.options, flow: chooseFlow(input, loaded) });
  // Throws if a name in the key is invalid.
  conversationWorkflowId(key);
  const log = openLog(dataFile(config, 'worker.log'));
  const notices = new NoticeBoard(output.note);
  const stopping = (): void => notices.post('Stopping; press Ctrl-C again to exit at once');
  shutdown.signal.addEventListener('abort', stopping);
  try {
    const servers = await startServers({
      dataDir: config.dataDir,
      temporalAddress: config.temporalAddress,
      databaseUrl: config.databaseUrl,
      temporalCliPath: config.temporalCliPath,
      temporalCliSha256: config.temporalCliSha256,
      cacheDir: userCacheDir({
        platform: process.platform,
        homeDir: config.homeDir,
        xdgCacheHome: config.xdgCacheHome,
      }),
      namespace: config.namespace,
      searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTE_NAMES.map((name) => [name, 'Keyword'])),
      onProgress: (line) => output.note(line),
    });
    const watch = watchAndTell(servers, { notices, shutdown });
    try {
      return await runWorkerAndChat({
        ...input,
        shutdown,
        loaded,
        key,
        servers,
        notices,
        writeLog: log.write,
      });
    } finally {
      void watch.stop();
      const stopping = servers.stop({ withinMs: END_SERVERS_MS });
      if (!(await waitAtMost(END_SERVERS_MS + SLACK_MS, stopping)))
        output.note('Temporal or Postgres did not stop in time; the next start joins what is still running');
    }
  } finally {
    await log.close();
    shutdown.dispose();
  }
}

function watchAndTell(
  servers: Servers,
  { notices, shutdown }: { notices: NoticeBoard; shutdown: Shutdown },
): ServerWatch {
  const watch = watchServers({
    servers,
    onEnded: (ended) => ended.forEach((server) => notices.post(describeEnded(server))),
    onRunning: (ended) => ended.forEach(({ name }) => notices.post(`${name} is running again`)),
    onGivenUp: (error) => shutdown.abort(error),
  });
  // Also stops servers that are still starting.
  shutdown.signal.addEventListener('abort', () => void watch.stop());
  return watch;
}

interface Started extends DevInput {
  shutdown: Shutdown;
  loaded: LoadedProject;
  key: ConversationKey;
  servers: Servers;
  notices: NoticeBoard;
  writeLog: (line: string) => void;
}

/**
 * `dev` is usually the only worker, and undoing an edit must restore the earlier flow. An external Postgres may have
 * other workers.
 */
function defaultPublishMode({ postgres }: Servers): PublishMode {
  return postgres.started ? 'always' : 'on-start';
}

async function runWorkerAndChat(started: Started): Promise<number> {
  const { config, shutdown, servers, output, loaded } = started;
  const trajectoryFolder = loaded.project.trajectoryFolder ?? config.trajectoryFolder;
  const encryption = config.encryption ?? loaded.project.encryption;
  const { unfinished, stored } = await prepareDatabase(servers.postgres.url, started);
  if (shutdown.signal.aborted) return shutdown.exitCode() ?? 0;
  const warnings = [...config.warnings, ...(await checkProject(loaded, config, stored))];
  for (const warning of warnings) output.note(warning);
  output.note('Starting the worker');
  const place = {
    temporal: connectionTo(config, servers.temporal.address),
    namespace: config.namespace,
    taskQueue: config.taskQueue,
    databaseUrl: servers.postgres.url,
    trajectoryFolder,
    encryption,
  };
  const worker = await startWorker({
    ...place,
    searchAttributes: config.searchAttributes,
    publish: config.publish ?? defaultPublishMode(servers),
    project: loaded.project,
    models: { ...config.model, offline: { delayMs: isTerminal() ? OFFLINE_DELAY_MS : 0 } },
    embeddingModel: config.embeddingModel,
    databaseConnections: config.databaseConnections,
    context: config.context,
    tuning: config.tuning,
    // A free port, because two clones may run at once.
    httpAddress: '127.0.0.1:0',
    logLevel: config.logLevel,
    writeLog: started.writeLog,
    shutdownGraceMs: GRACE_MS,
  });
  worker.finished.catch((error: unknown) => shutdown.abort(error));
  try {
    const client = await connect({ ...place, temporalClient: loaded.project.temporal?.client });
    const { uiUrl } = servers.temporal;
    const gateway = await startLocalGateway({
      client,
      config,
      temporalUi: uiUrl === undefined ? undefined : workflowsPage({ uiUrl, namespace: config.namespace }),
      hidesErrors: encryption !== undefined,
      writeLog: started.writeLog,
      settings: loaded.project.gateway,
    });
    // Do not close the client here: a request that retries on a closed connection throws an uncatchable error.
    try {
      return await chat(started, {
        conversation: client.conversation(started.key),
        client,
        worker,
        unfinished,
        // Without the key in logs, which must not contain it.
        studio: process.stderr.isTTY ? gateway.studioWithKey : gateway.studio,
      });
    } finally {
      await waitAtMost(END_GATEWAY_MS, gateway.close());
    }
  } finally {
    // A failure of the worker has already ended the chat.
    await waitAtMost(END_WORKER_MS, worker.stop());
  }
}

async function chat(
  { config, servers, output, shutdown, loaded, notices }: Started,
  parts: Pick<Chat, 'conversation' | 'unfinished'> & {
    client: Threadline;
    worker: RunningWorker;
    studio: string;
  },
): Promise<number> {
  const { conversation, unfinished, client, worker } = parts;
  const { uiUrl } = servers.temporal;
  const { namespace } = config;
  const { workflowId } = conversation;
  const workerLog = dataFile(config, 'worker.log');
  output.note(
    describeStart(
      {
        version: readVersion(),
        loaded,
        temporal: servers.temporal,
        postgres: databaseAddress(servers.postgres.url),
        workerUrl: worker.httpUrl,
        workerLog,
        studio: parts.studio,
        hasKey: process.stderr.isTTY,
        conversationId: workflowId,
        conversationPage: uiUrl === undefined ? undefined : workflowPage({ uiUrl, namespace, workflowId }),
      },
      output.noteStyle,
    ),
  );
  if (isTerminal() && !output.isJson)
    output.note(output.noteStyle.dim('/help lists the commands of the chat'));
  const historyFile = dataFile(config, 'chat-history');
  const { executions, approvals } = client;
  const whenSlow = `the worker's log is ${workerLog}`;
  return runChat({
    conversation,
    executions,
    approvals,
    output,
    shutdown,
    unfinished,
    historyFile,
    files: [],
    whenSlow,
    notices,
  });
}

function chooseFlow({ options }: DevInput, { project }: LoadedProject): string {
  const slugs = project.flows.map((flow) => flow.slug);
  return options.flow ?? (slugs.includes(DEFAULT_FLOW) ? DEFAULT_FLOW : (slugs[0] ?? DEFAULT_FLOW));
}

/** Finds unfinished turns before a worker runs them. */
async function prepareDatabase(url: string, { key, output }: Pick<Started, 'key' | 'output'>) {
  const db = openDatabase({ url, applicationName: 'threadline migrate', maxConnections: 2 });
  try {
    const { applied } = await migrate(db);
    if (applied.length > 0) output.note(`Migrated the database: ${applied.join(', ')}`);
    return {
      unfinished: await listUnfinishedTurns(db, conversationWorkflowId(key)),
      stored: await listFlowTriggers(db),
    };
  } finally {
    await db.destroy();
  }
}

async function waitAtMost(waitMs: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(waitMs, false, { signal: timer.signal }).catch(() => false);
  const done = work.then(
    () => true,
    () => false,
  );
  const isDone = await Promise.race([done, late]);
  timer.abort();
  return isDone;
}

/** Only the owner can read the log. Renames a large old one. */
function openLog(file: string): { write: (line: string) => void; close: () => Promise<void> } {
  secureFolder(dirname(file));
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not end the chat.
  stream.on('error', () => undefined);
  return {
    write: (line) => void stream.write(`${line}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
