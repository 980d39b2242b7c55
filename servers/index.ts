export { startServers, type EndedServer, type Servers, type StartServersOptions } from './start-servers.js';
export { stopServers } from './stop-servers.js';
export { watchServers, type ServerWatch } from './watch-servers.js';
export {
  startTimeSkippingServer,
  type StartTimeSkippingServerOptions,
  type TimeSkippingServer,
} from './temporal/start-time-skipping-server.js';
export { userCacheDir } from './binaries/user-cache-dir.js';
