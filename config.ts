import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { DEFAULT_CONTEXT_SETTINGS, readSpillPct, type ContextSettings } from './context/plan/settings.js';
import type { ChooseModelSettings } from './models/choose-model.js';
import { PLAIN_PAYLOADS, type EncryptionOptions } from './temporal/encryption/read-key-ring.js';
import { listVariables, type ModelSettings } from './models/providers/providers.js';
import { isStallLimit, MAX_STALL_MS, MIN_STALL_MS } from './models/stream/stall-limit.js';
import { isCancelLatency, MAX_CANCEL_LATENCY_MS, MIN_CANCEL_LATENCY_MS } from './protocol/cancel-latency.js';
import { errorMessage } from './protocol/error-message.js';
import type { WorkerDeployment } from './temporal/worker-deployment.js';

const POLLERS = ['fixed', 'autoscaling'] as const;
const PUBLISH_MODES = ['on-start', 'manual', 'off'] as const;
const SEARCH_ATTRIBUTE_MODES = ['register', 'assume'] as const;

const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function isLogged(level: LogLevel, threshold: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(threshold);
}

export interface Config {
  /** Absent: an embedded Postgres, if a command may start one. */
  readonly databaseUrl: string | undefined;
  /** For notifications when `databaseUrl` is a transaction pooler. */
  readonly listenUrl: string | undefined;
  /** Of a worker or client, without its listener. */
  readonly databaseConnections: number | undefined;
  /** Absent: a dev server, if a command may start one. */
  readonly temporalAddress: string | undefined;
  readonly temporalCliPath: string | undefined;
  /** Default: the pinned hash. */
  readonly temporalCliSha256: string | undefined;
  readonly namespace: string;
  readonly taskQueue: string;
  /** Default: `on-start`. `threadline dev` on its own servers always publishes. */
  readonly publish: (typeof PUBLISH_MODES)[number] | undefined;
  /** `assume`: the registered search attributes may not be listed here. */
  readonly searchAttributes: (typeof SEARCH_ATTRIBUTE_MODES)[number];
  readonly deployment: WorkerDeployment | undefined;
  readonly dataDir: string;
  readonly homeDir: string;
  readonly xdgCacheHome: string | undefined;
  /** `host:port`; port 0 picks a free one. */
  readonly httpAddress: string;
  readonly metricsAddress: string;
  /** Where people reach the studio, for links in spans. */
  readonly studioUrl: string | undefined;
  readonly logLevel: LogLevel;
  readonly tuning: Readonly<
    Record<
      'activities' | 'workflowTasks' | 'cachedWorkflows' | 'toolGraceMs' | 'cancelLatencyMs',
      number | undefined
    > & { pollers: (typeof POLLERS)[number] | undefined }
  >;
  /** For commands without `--user`. */
  readonly user: string;
  /** For the audit log; no variable can change it. */
  readonly login: string;
  readonly context: ContextSettings;
  readonly warnings: readonly string[];
  readonly model: ChooseModelSettings;
  /** Absent: search by words only. */
  readonly embeddingModel: string | undefined;
  readonly encryption: EncryptionOptions | undefined;
  readonly codecToken: string | undefined;
  readonly trajectoryFolder: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Temporal's settings follow its own rules. The error names the variable and its form. */
export function readConfig(env: Environment = process.env): Config {
  const temporal = temporalSettings(env);
  const spill = readSpillPct(env.TOOL_MAX_ALLOCATED_CONTEXT_WINDOW_PCT);
  return Object.freeze({
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    listenUrl: databaseUrl(env, 'THREADLINE_LISTEN_URL'),
    databaseConnections: wholeNumber(env, 'THREADLINE_DATABASE_CONNECTIONS'),
    temporalAddress:
      env.TEMPORAL_ADDRESS || (env.TEMPORAL_PROFILE ? temporal.connectionOptions.address : undefined),
    temporalCliPath: env.TEMPORAL_CLI_PATH || undefined,
    temporalCliSha256: env.TEMPORAL_CLI_SHA256 || undefined,
    namespace: temporal.namespace ?? 'default',
    taskQueue: env.THREADLINE_TASK_QUEUE || 'threadline',
    publish: readChoice(env, 'THREADLINE_PUBLISH', PUBLISH_MODES),
    searchAttributes: readChoice(env, 'THREADLINE_SEARCH_ATTRIBUTES', SEARCH_ATTRIBUTE_MODES) ?? 'register',
    deployment: deployment(env),
    dataDir: resolveDataDir(env),
    homeDir: homedir(),
    xdgCacheHome: env.XDG_CACHE_HOME || undefined,
    httpAddress: readAddress(env, { name: 'THREADLINE_HTTP_ADDRESS', usual: '127.0.0.1:9464' }),
    metricsAddress: readAddress(env, { name: 'THREADLINE_METRICS_ADDRESS', usual: '127.0.0.1:9465' }),
    studioUrl: studioUrl(env),
    logLevel: readLogLevel('INFO', env),
    tuning: Object.freeze({
      activities: wholeNumber(env, 'THREADLINE_ACTIVITIES'),
      workflowTasks: wholeNumber(env, 'THREADLINE_WORKFLOW_TASKS'),
      cachedWorkflows: wholeNumber(env, 'THREADLINE_CACHED_WORKFLOWS'),
      toolGraceMs: wholeNumber(env, 'THREADLINE_TOOL_GRACE_MS'),
      cancelLatencyMs: cancelLatencyMs(env),
      pollers: readChoice(env, 'THREADLINE_POLLERS', POLLERS),
    }),
    user: env.THREADLINE_USER || userName(env),
    login: userName(env),
    context: Object.freeze({
      spillPct: spill.pct,
      compactionPct: percent(env, {
        name: 'CONVERSATION_HISTORY_COMPACTION_PCT',
        least: 1,
        usual: DEFAULT_CONTEXT_SETTINGS.compactionPct,
      }),
      isCompactionOn: !isOff(env.ENABLE_CONVERSATION_HISTORY_COMPACTION),
      compactionKeepPct: percent(env, {
        name: 'CONVERSATION_HISTORY_COMPACTION_KEEP_PCT',
        least: 0,
        usual: DEFAULT_CONTEXT_SETTINGS.compactionKeepPct,
      }),
    }),
    warnings: spill.warning ? [spill.warning] : [],
    embeddingModel: env.EMBEDDING_MODEL || undefined,
    encryption: encryption(env),
    codecToken: env.THREADLINE_CODEC_TOKEN || undefined,
    trajectoryFolder: env.TRAJECTORY_FOLDER ? resolve(env.TRAJECTORY_FOLDER) : undefined,
    model: Object.freeze({
      threadlineModel: env.THREADLINE_MODEL || undefined,
      stallMs: stallMs(env),
      asksCounters: !isOff(env.THREADLINE_TOKEN_COUNTERS),
      ...readModelSettings(env),
    }),
  });
}

export function temporalConnection(env: Environment = process.env, address?: string) {
  const { connectionOptions } = temporalSettings(env);
  return address === undefined ? connectionOptions : { ...connectionOptions, address };
}

/** The environment's TLS and keys apply only to its own server. */
export function connectionTo(config: Pick<Config, 'temporalAddress'>, address: string | undefined) {
  return config.temporalAddress === undefined && address !== undefined
    ? { address }
    : temporalConnection(undefined, address);
}

function temporalSettings(env: Environment) {
  try {
    return loadClientConnectConfig({ overrideEnvVars: defined(env) });
  } catch (error) {
    const file = env.TEMPORAL_CONFIG_FILE ?? "Temporal's configuration file (temporal.toml)";
    const reason = errorMessage(error);
    throw new Error(
      `The Temporal settings in '${file}' and the TEMPORAL_* variables cannot be read: ${reason}`,
      { cause: error },
    );
  }
}

function readModelSettings(env: Environment): ModelSettings {
  const settings = listVariables().map(([name, { apiKey, otherApiKey = apiKey, baseUrl }]) => [
    name,
    { apiKey: env[apiKey] || env[otherApiKey] || undefined, baseUrl: env[baseUrl] || undefined },
  ]);
  return Object.fromEntries(settings);
}

function databaseUrl(env: Environment, name: 'DATABASE_URL' | 'THREADLINE_LISTEN_URL'): string | undefined {
  const url = env[name];
  if (url === undefined || url === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new Error(
      `Environment variable ${name} is not of the form 'postgres://user:password@host:5432/database'`,
    );
  return url;
}

function studioUrl({ THREADLINE_STUDIO_URL: url }: Environment): string | undefined {
  if (!url) return undefined;
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new Error(
    "Environment variable THREADLINE_STUDIO_URL is not of the form 'https://chats.example.com/studio'",
  );
}

function readChoice<Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const written = env[name];
  if (!written) return undefined;
  const known = values.find((one) => one === written);
  if (known) return known;
  throw new Error(
    `Environment variable ${name} is '${written.slice(0, 40)}'; it must be one of ${values.join(', ')}`,
  );
}

/** Temporal's Worker Controller for Kubernetes sets these. */
function deployment(env: Environment): WorkerDeployment | undefined {
  const { TEMPORAL_DEPLOYMENT_NAME: name, TEMPORAL_WORKER_BUILD_ID: buildId } = env;
  if (!name && !buildId) return undefined;
  if (name && buildId) return { name, buildId };
  const [set, missing] = name
    ? ['TEMPORAL_DEPLOYMENT_NAME', 'TEMPORAL_WORKER_BUILD_ID']
    : ['TEMPORAL_WORKER_BUILD_ID', 'TEMPORAL_DEPLOYMENT_NAME'];
  throw new Error(`Environment variable ${missing} is missing: set it, too, or unset ${set}`);
}

function encryption(env: Environment): EncryptionOptions | undefined {
  const { THREADLINE_KEYS_FILE: file, THREADLINE_KEYS_COMMAND: command } = env;
  if (file && command)
    throw new Error(
      'Environment variables THREADLINE_KEYS_FILE and THREADLINE_KEYS_COMMAND are both set: unset one',
    );
  const plain = readChoice(env, 'THREADLINE_PLAIN_PAYLOADS', PLAIN_PAYLOADS) ?? 'accept';
  if (file) return { keys: { file: resolve(file) }, plain };
  return command ? { keys: { command }, plain } : undefined;
}

function readAddress(env: Environment, { name, usual }: { name: string; usual: string }): string {
  const address = env[name] || usual;
  const port = /^[^\s:]+:(\d{1,5})$/.exec(address)?.[1];
  if (port === undefined || Number(port) > 65_535)
    throw new Error(`Environment variable ${name} is '${address}'; it must be 'host:port'`);
  return address;
}

export function readLogLevel(usual: LogLevel = 'INFO', env: Environment = process.env): LogLevel {
  const level = (env.THREADLINE_LOG_LEVEL || usual).toUpperCase();
  const known = LOG_LEVELS.find((candidate) => candidate === level);
  if (!known)
    throw new Error(
      `Environment variable THREADLINE_LOG_LEVEL is '${level}'; it must be one of ${LOG_LEVELS.join(', ')}`,
    );
  return known;
}

/** Read while printing an error, so never throws. */
export function isDebugging(env: Environment = process.env): boolean {
  return ['DEBUG', 'TRACE'].includes((env.THREADLINE_LOG_LEVEL ?? '').toUpperCase());
}

/** Temporal's worker needs two: one task may wait for another. */
function wholeNumber(env: Environment, name: string): number | undefined {
  const written = env[name];
  if (written === undefined || written === '') return undefined;
  const number = Number(written);
  if (!Number.isSafeInteger(number) || number < 2)
    throw new Error(`Environment variable ${name} is '${written}'; it must be a whole number of at least 2`);
  return number;
}

function cancelLatencyMs({ THREADLINE_CANCEL_LATENCY_MS: written }: Environment): number | undefined {
  if (written === undefined || written === '') return undefined;
  if (isCancelLatency(Number(written))) return Number(written);
  throw new Error(
    `Environment variable THREADLINE_CANCEL_LATENCY_MS is '${written}'; it must be a whole number of milliseconds from ${MIN_CANCEL_LATENCY_MS} to ${MAX_CANCEL_LATENCY_MS}`,
  );
}

function stallMs({ THREADLINE_MODEL_STALL_MS: written }: Environment): number | undefined {
  if (written === undefined || written === '') return undefined;
  if (isStallLimit(Number(written))) return Number(written);
  throw new Error(
    `Environment variable THREADLINE_MODEL_STALL_MS is '${written}'; it must be a whole number of milliseconds from ${MIN_STALL_MS} to ${MAX_STALL_MS}`,
  );
}

function percent(
  env: Environment,
  { name, least, usual }: { name: string; least: number; usual: number },
): number {
  const written = env[name] || String(usual);
  const pct = Number(written);
  if (!(pct >= least && pct <= 100))
    throw new Error(`Environment variable ${name} is '${written}'; it must be a number from ${least} to 100`);
  return pct;
}

function isOff(written: string | undefined): boolean {
  return /^(?:false|0|no|off)$/i.test(written?.trim() ?? '');
}

/** A container's user may have no name. */
function userName(env: Environment): string {
  try {
    return userInfo().username;
  } catch {
    return env.USER || 'me';
  }
}

function defined(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Such as an editor's shell, which only prints. */
export function isDumbTerminal(env: Environment = process.env): boolean {
  return env.TERM === 'dumb';
}

export function resolveDataDir(env: Environment = process.env): string {
  return resolve(env.THREADLINE_DATA_DIR || '.threadline');
}

export function dataFile(config: Config, name: string): string {
  return join(config.dataDir, name);
}
