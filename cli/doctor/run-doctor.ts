import { connectionTo, type Config } from '../../config.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import type { Output } from '../format/output.js';
import { redactSecrets } from '../../protocol/redact-secrets.js';
import { findRunningServers } from '../../servers/find-running-servers.js';
import { formatChecks, type Check } from './check.js';
import {
  checkDataDir,
  checkModel,
  checkNode,
  checkPostgresPackage,
  checkTemporalBinary,
} from './check-machine.js';
import { checkMcp } from './check-mcp.js';
import { checkProjectModels, loadLearnedFacts } from './check-models.js';
import { checkPostgres, readLiveWorkers } from './check-postgres.js';
import { loadProviders } from './check-providers.js';
import { checkTemporal } from './check-temporal.js';

const NOTHING = "Start it with 'npm start' ('threadline dev')";

export async function runDoctor(config: Config, output: Output): Promise<number> {
  const servers = findRunningServers(config.dataDir);
  const temporalAddress = config.temporalAddress ?? servers.temporalAddress;
  const databaseUrl = config.databaseUrl ?? servers.databaseUrl;
  const checks: Check[] = [checkNode(), checkDataDir(config)];
  if (temporalAddress === undefined)
    checks.push(missing('Temporal', 'TEMPORAL_ADDRESS'), await checkTemporalBinary(config));
  else {
    const temporal = connectionTo(config, temporalAddress);
    const live = databaseUrl === undefined ? undefined : await readLiveWorkers(databaseUrl);
    const providers = await loadProviders(config, process.cwd());
    checks.push(...(await checkTemporal(config, { temporal, temporalAddress, live, providers })));
  }
  if (databaseUrl === undefined) checks.push(missing('Postgres', 'DATABASE_URL'), checkPostgresPackage());
  else checks.push(...(await checkPostgres(databaseUrl, config)));
  if (databaseUrl !== undefined) await loadLearnedFacts(databaseUrl);
  checks.push(await checkModel(config, process.cwd()), ...(await checkProjectModels(config, process.cwd())));
  checks.push(...(await checkMcp(config, process.cwd())));
  const shown = checks.map((check) => ({ ...check, found: redactSecrets(check.found) }));
  output.result(shown, () => formatChecks(shown, output.style));
  return checks.some(({ status }) => status === 'fail') ? EXIT_CODES.failed : EXIT_CODES.ok;
}

function missing(name: string, variable: string): Check {
  return { name, status: 'fail', found: 'nothing is running here', remedy: `${NOTHING}, or set ${variable}` };
}
