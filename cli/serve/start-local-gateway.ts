import type { Threadline } from '../../client/threadline.js';
import type { Config } from '../../config.js';
import { createGateway } from '../../packages/gateway/create-gateway.js';
import type { GatewaySettings } from '../../packages/gateway/gateway-settings.js';
import { serveGateway } from '../../packages/gateway/serve-gateway.js';
import { serveStudio } from '../../packages/gateway/studio/serve-studio.js';
import { localAccess } from './local-access.js';
import { logRequest } from './log-request.js';

const HOST = '127.0.0.1';
export const DEFAULT_PORT = 8787;

export async function startLocalGateway({
  client,
  config,
  temporalUi,
  hidesErrors,
  writeLog,
  settings: { origins = [], hosts = [], alertRules, shareDays } = {},
}: {
  client: Threadline;
  config: Config;
  temporalUi: string | undefined;
  hidesErrors: boolean;
  writeLog: (line: string) => void;
  settings?: Pick<GatewaySettings, 'origins' | 'hosts' | 'alertRules' | 'shareDays'> | undefined;
}): Promise<{ studio: string; studioWithKey: string; close: () => Promise<void> }> {
  const { authenticate, studioAt } = localAccess(config);
  const { logLevel } = config;
  const gateway = createGateway({
    client,
    authenticate,
    studio: serveStudio,
    temporalUi,
    alertRules,
    shareDays,
    origins,
    hosts,
    log: (facts) => logRequest(facts, { logLevel, hidesErrors, write: writeLog }),
  });
  const running = await serveGateway(gateway, { host: HOST, port: DEFAULT_PORT }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return serveGateway(gateway, { host: HOST, port: 0 });
  });
  const { url } = running;
  return { studio: `${url}/studio/`, studioWithKey: studioAt(url), close: () => running.close() };
}
