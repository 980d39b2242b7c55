import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, temporalConnection } from '../../config.js';

const NO_PROFILE = { TEMPORAL_CONFIG_FILE: '/nonexistent/temporal.toml' };

describe('readConfig', () => {
  test('nothing set -> the defaults, frozen', () => {
    const config = readConfig(NO_PROFILE);
    expect(config).toMatchObject({
      databaseUrl: undefined,
      temporalAddress: undefined,
      temporalCliPath: undefined,
      namespace: 'default',
      taskQueue: 'threadline',
      dataDir: resolve('.threadline'),
      httpAddress: '127.0.0.1:9464',
      metricsAddress: '127.0.0.1:9465',
      logLevel: 'INFO',
    });
    expect(config.user).not.toBe('');
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.model)).toBe(true);
  });

  test.each([
    [{ DATABASE_URL: 'postgres://u:p@h:5432/d' }, { databaseUrl: 'postgres://u:p@h:5432/d' }],
    [
      { DATABASE_URL: 'postgresql://h/d?sslmode=require' },
      { databaseUrl: 'postgresql://h/d?sslmode=require' },
    ],
    [{ TEMPORAL_ADDRESS: 'temporal:7233' }, { temporalAddress: 'temporal:7233' }],
    [{ TEMPORAL_NAMESPACE: 'chats' }, { namespace: 'chats' }],
    [{ THREADLINE_STUDIO_URL: 'https://a.b/studio' }, { studioUrl: 'https://a.b/studio' }],
    [{ TEMPORAL_DEPLOYMENT_NAME: '' }, { deployment: undefined }],
    [
      { TEMPORAL_DEPLOYMENT_NAME: 'support', TEMPORAL_WORKER_BUILD_ID: 'a1b2c3' },
      { deployment: { name: 'support', buildId: 'a1b2c3' } },
    ],
    [{}, { context: { spillPct: 15, compactionPct: 95, isCompactionOn: true }, warnings: [] }],
    [
      { ENABLE_CONVERSATION_HISTORY_COMPACTION: 'False', CONVERSATION_HISTORY_COMPACTION_PCT: '80' },
      { context: { spillPct: 15, compactionPct: 80, isCompactionOn: false } },
    ],
    [
      { TOOL_MAX_ALLOCATED_CONTEXT_WINDOW_PCT: 'abc' },
      { context: { spillPct: 15 }, warnings: [expect.stringContaining("PCT is 'abc'")] },
    ],
    [{ TEMPORAL_CLI_PATH: '/opt/temporal' }, { temporalCliPath: '/opt/temporal' }],
    [{ THREADLINE_TASK_QUEUE: 'mine' }, { taskQueue: 'mine' }],
    [{ THREADLINE_DATA_DIR: '/var/lib/threadline' }, { dataDir: '/var/lib/threadline' }],
    [{ XDG_CACHE_HOME: '/cache' }, { xdgCacheHome: '/cache' }],
    [{ THREADLINE_HTTP_ADDRESS: '0.0.0.0:65535' }, { httpAddress: '0.0.0.0:65535' }],
    [{ THREADLINE_HTTP_ADDRESS: 'localhost:0' }, { httpAddress: 'localhost:0' }],
    [{ THREADLINE_LOG_LEVEL: 'debug' }, { logLevel: 'DEBUG' }],
    [{ THREADLINE_PUBLISH: 'manual' }, { publish: 'manual' }],
    [{ THREADLINE_SEARCH_ATTRIBUTES: 'assume' }, { searchAttributes: 'assume' }],
    [{ THREADLINE_POLLERS: 'autoscaling' }, { tuning: { pollers: 'autoscaling' } }],
    [{ THREADLINE_CANCEL_LATENCY_MS: '10000' }, { tuning: { cancelLatencyMs: 10_000 } }],
    [{ THREADLINE_USER: 'ada' }, { user: 'ada' }],
    [{ THREADLINE_KEYS_FILE: '/run/keys' }, { encryption: { keys: { file: '/run/keys' } } }],
    [{ THREADLINE_KEYS_COMMAND: 'vault get' }, { encryption: { keys: { command: 'vault get' } } }],
    [
      { THREADLINE_KEYS_FILE: '/run/keys', THREADLINE_PLAIN_PAYLOADS: 'refuse' },
      { encryption: { keys: { file: '/run/keys' }, plain: 'refuse' } },
    ],
    [
      { THREADLINE_WORKFLOW_TASKS: '16', THREADLINE_CACHED_WORKFLOWS: '' },
      { tuning: { workflowTasks: 16, cachedWorkflows: undefined } },
    ],
    [{ THREADLINE_MODEL_STALL_MS: '30000' }, { model: { stallMs: 30_000 } }],
    [{ THREADLINE_LISTEN_URL: 'postgres://h/d' }, { listenUrl: 'postgres://h/d' }],
    [{ THREADLINE_DATABASE_CONNECTIONS: '4' }, { databaseConnections: 4 }],
    [{ THREADLINE_TOKEN_COUNTERS: 'off' }, { model: { asksCounters: false } }],
  ])('%j -> accepted', (env, expected) => {
    expect(readConfig({ ...NO_PROFILE, ...env })).toMatchObject(expected);
  });

  test('settings of the models -> passed on to the code that chooses one', () => {
    const { model } = readConfig({
      ...NO_PROFILE,
      THREADLINE_MODEL: 'openai:gpt-4o-mini',
      OPENAI_API_KEY: 'key-1',
      OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1',
      ANTHROPIC_API_KEY: 'key-2',
      GEMINI_API_KEY: 'key-3',
    });
    expect(model).toEqual({
      threadlineModel: 'openai:gpt-4o-mini',
      stallMs: undefined,
      asksCounters: true,
      openai: { apiKey: 'key-1', baseUrl: 'http://127.0.0.1:8080/v1' },
      anthropic: { apiKey: 'key-2', baseUrl: undefined },
      google: { apiKey: 'key-3', baseUrl: undefined },
    });
  });

  test('empty values -> treated as not set', () => {
    const names = [
      'DATABASE_URL',
      'TEMPORAL_CLI_PATH',
      'THREADLINE_TASK_QUEUE',
      'THREADLINE_DATA_DIR',
      'THREADLINE_HTTP_ADDRESS',
      'THREADLINE_LOG_LEVEL',
      'THREADLINE_USER',
      'THREADLINE_MODEL',
      'OPENAI_API_KEY',
      'OPENAI_BASE_URL',
    ];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig({ ...NO_PROFILE, ...empty })).toEqual(readConfig(NO_PROFILE));
  });

  test.each([
    ['TEMPORAL_DEPLOYMENT_NAME', 'TEMPORAL_WORKER_BUILD_ID'],
    ['TEMPORAL_WORKER_BUILD_ID', 'TEMPORAL_DEPLOYMENT_NAME'],
  ])('%s without %s -> a sentence naming the missing one', (set, missing) => {
    expect(() => readConfig({ ...NO_PROFILE, [set]: 'x' })).toThrow(
      `Environment variable ${missing} is missing: set it, too, or unset ${set}`,
    );
  });

  test.each([
    ['DATABASE_URL', 'localhost:5432/threadline', "DATABASE_URL is not of the form 'postgres://"],
    ['THREADLINE_LISTEN_URL', 'h:5432', "THREADLINE_LISTEN_URL is not of the form 'postgres://"],
    ['THREADLINE_STUDIO_URL', 'h.com/studio', "THREADLINE_STUDIO_URL is not of the form 'https://"],
    ['DATABASE_URL', 'mysql://u:p@h/d', "DATABASE_URL is not of the form 'postgres://"],
    ['DATABASE_URL', 'postgres://h:port/d', "DATABASE_URL is not of the form 'postgres://"],
    ['THREADLINE_HTTP_ADDRESS', '9464', "THREADLINE_HTTP_ADDRESS is '9464'; it must be 'host:port'"],
    ['THREADLINE_HTTP_ADDRESS', ':9464', "THREADLINE_HTTP_ADDRESS is ':9464'; it must be 'host:port'"],
    ['THREADLINE_HTTP_ADDRESS', 'host:', "THREADLINE_HTTP_ADDRESS is 'host:'; it must be 'host:port'"],
    [
      'THREADLINE_HTTP_ADDRESS',
      'host:http',
      "THREADLINE_HTTP_ADDRESS is 'host:http'; it must be 'host:port'",
    ],
    [
      'THREADLINE_HTTP_ADDRESS',
      'host:65536',
      "THREADLINE_HTTP_ADDRESS is 'host:65536'; it must be 'host:port'",
    ],
    [
      'THREADLINE_MODEL_STALL_MS',
      '500',
      "THREADLINE_MODEL_STALL_MS is '500'; it must be a whole number of milliseconds from 1000 to 290000",
    ],
    ['THREADLINE_WORKFLOW_TASKS', '1', "THREADLINE_WORKFLOW_TASKS is '1'; it must be a whole number of at"],
    [
      'THREADLINE_SEARCH_ATTRIBUTES',
      'off',
      "THREADLINE_SEARCH_ATTRIBUTES is 'off'; it must be one of register, assume",
    ],
    [
      'THREADLINE_CANCEL_LATENCY_MS',
      '20001',
      "THREADLINE_CANCEL_LATENCY_MS is '20001'; it must be a whole number of milliseconds from 500 to 20000",
    ],
    ['THREADLINE_PUBLISH', 'never', "THREADLINE_PUBLISH is 'never'; it must be one of on-start, manual, off"],
    ['THREADLINE_CACHED_WORKFLOWS', 'many', "THREADLINE_CACHED_WORKFLOWS is 'many'; it must be a whole"],
    ['THREADLINE_LOG_LEVEL', 'loud', "THREADLINE_LOG_LEVEL is 'LOUD'; it must be one of TRACE, DEBUG, INFO"],
  ])('%s of %j -> a sentence naming the variable and what it must be', (name, value, sentence) => {
    expect(() => readConfig({ ...NO_PROFILE, [name]: value })).toThrow(`Environment variable ${sentence}`);
  });

  test('a password in a DATABASE_URL that is wrong -> not repeated', () => {
    expect(() => readConfig({ ...NO_PROFILE, DATABASE_URL: 'mysql://ada:secret@h/d' })).not.toThrow(/secret/);
  });
});

describe('temporalConnection', () => {
  test('an address of a started server -> replaces the configured one', () => {
    const env = { ...NO_PROFILE, TEMPORAL_ADDRESS: 'far:7233', TEMPORAL_API_KEY: 'key' };
    expect(temporalConnection(env).address).toBe('far:7233');
    expect(temporalConnection(env, '127.0.0.1:1').address).toBe('127.0.0.1:1');
  });
});
