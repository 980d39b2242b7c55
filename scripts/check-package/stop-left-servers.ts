import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stopServers } from '../../servers/index.js';
import { postgresAccount } from '../../servers/postgres/postgres-account.js';
import { postgresHome } from '../../servers/postgres/postgres-home.js';
import type { Workbench } from './workbench.js';

export async function stopLeftServers({ project, newProject, scratch }: Workbench): Promise<void> {
  const ofTests = readdirSync(scratch).map((name) => join(scratch, name, 'servers'));
  for (const dataDir of [
    ...[project, newProject].map((folder) => join(folder, '.threadline')),
    ...ofTests,
  ].filter((folder) => existsSync(folder))) {
    await stopServers(dataDir);
    // As root, Postgres has a folder outside the data folder.
    rmSync(postgresHome(dataDir, postgresAccount()), { recursive: true, force: true });
  }
}
