import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers } from '../../servers/index.js';
import { openDatabase } from '../../store/database.js';
import { migrate } from '../../store/migrate.js';
import { runStatement } from '../../store/run-statement.js';
import { bundleWorkflows } from '../../worker/bundle-workflows.js';
import { SEARCH_ATTRIBUTE_NAMES, type SearchAttributeName } from '../../protocol/search-attributes.js';

/** Contains only plain data, so that it can be passed to other processes. */
export interface TestEnvironment {
  temporalAddress: string;
  /** Its user may create databases. */
  postgresUrl: string;
  templateDatabase: string;
  bundlePath: string;
  /** The worker's main file as JavaScript, which starts faster. Default: the source. */
  workerMain?: string;
  searchAttributes: readonly SearchAttributeName[];
}

export interface TestEnvironmentOptions {
  /** Default: a new server. */
  temporalAddress?: string | undefined;
  /** The user of this URL must be allowed to create databases. Default: a new server. */
  databaseUrl?: string | undefined;
  /** The path of the `temporal` binary. Default: found or downloaded. */
  temporalCliPath?: string | undefined;
  /** Settings of the Temporal server, such as `limit.historyCount.suggestContinueAsNew`. */
  dynamicConfig?: Readonly<Record<string, unknown>>;
  /** Called for each slow step. */
  onProgress?: (line: string) => void;
}

/**
 * Starts a Temporal server, and a Postgres in memory. Call this once per test run, in vitest's `globalSetup`.
 */
export async function startTestEnvironment(
  options: TestEnvironmentOptions = {},
): Promise<{ environment: TestEnvironment; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'threadline-test-'));
  // The failure is thrown where the bundle is awaited.
  const bundling = bundleWorkflows();
  bundling.catch(() => undefined);
  const servers = await startServers({
    ...options,
    dataDir: join(folder, 'servers'),
    searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTE_NAMES.map((name) => [name, 'Keyword'])),
    persist: false,
    ui: false,
  });
  const postgresUrl = servers.postgres.url;
  const templateDatabase = `threadline_template_${shortId()}`;
  const bundlePath = join(folder, 'workflows.js');
  try {
    await createTemplate(postgresUrl, templateDatabase);
    await writeFile(bundlePath, (await bundling).code);
  } catch (error) {
    await stop();
    throw error;
  }
  const { address: temporalAddress, started } = servers.temporal;
  const searchAttributes = started ? SEARCH_ATTRIBUTE_NAMES : [];
  return {
    environment: { temporalAddress, postgresUrl, templateDatabase, bundlePath, searchAttributes },
    stop,
  };

  async function stop(): Promise<void> {
    await runStatement(postgresUrl, `drop database if exists ${templateDatabase}`);
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function createTemplate(postgresUrl: string, name: string): Promise<void> {
  await runStatement(postgresUrl, `create database ${name}`);
  const db = openDatabase({ url: databaseUrl(postgresUrl, name) });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/** Creates an empty database with the schema. `drop` deletes it. */
export async function createTestDatabase(
  environment: Pick<TestEnvironment, 'postgresUrl' | 'templateDatabase'>,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `threadline_test_${shortId()}`;
  await runStatement(
    environment.postgresUrl,
    `create database ${name} template ${environment.templateDatabase}`,
  );
  return {
    url: databaseUrl(environment.postgresUrl, name),
    drop: () => runStatement(environment.postgresUrl, `drop database if exists ${name} with (force)`),
  };
}

function databaseUrl(url: string, database: string): string {
  const copy = new URL(url);
  copy.pathname = `/${database}`;
  return copy.href;
}

function shortId(): string {
  return randomUUID().slice(0, 8);
}
