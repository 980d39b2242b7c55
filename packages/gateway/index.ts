/** The gateway for any server with standard Request and Response objects. */
export { createGateway, type Gateway, type GatewayOptions } from './create-gateway.js';
export type { Authenticate, Identity } from './gateway-env.js';
export type { GatewayLimits, GatewaySettings } from './gateway-settings.js';
export type { RequestFacts } from './request-log.js';
export { renderMetrics } from '../../telemetry/metrics/metric-registry.js';
export { serveGateway, type RunningGateway } from './serve-gateway.js';
export { callPlanner } from '../../activities/agent/replan/create-call-planner.js';
export { anyKnown } from './access/any-known.js';
export { apiKeys } from './access/api-keys.js';
export { singleKey } from './access/single-key.js';
export { jwt, type JwtOptions } from './access/jwt.js';
