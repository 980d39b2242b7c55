/** A gateway to Threadline over HTTP, for any server that speaks standard Request and Response. */
export { createGateway, type Gateway, type GatewayOptions } from './create-gateway.js';
export type { Authenticate, Identity } from './gateway-env.js';
export type { RequestFacts } from './request-log.js';
