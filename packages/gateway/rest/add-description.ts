import type { Hono } from 'hono';
import type { GatewayEnv } from '../gateway-env.js';
import { NO_QUERY, readQuery } from '../requests/read-query.js';
import { openapiDocument } from './openapi-document.js';
import { renderRoutesPage } from './render-routes-page.js';
import { restFamily } from './rest-family.js';
import { REST_ROUTES } from './rest-routes.js';

/** Public: contains no user data. */
export function addDescription(app: Hono<GatewayEnv>): void {
  const { base } = restFamily;
  const document = openapiDocument(REST_ROUTES, { base, version: '1' });
  const page = renderRoutesPage(REST_ROUTES, base);
  app.get(`${base}/openapi.json`, (c) => {
    readQuery(c, NO_QUERY);
    return c.json(document);
  });
  app.get('/api/docs', (c) => {
    readQuery(c, NO_QUERY);
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    return c.html(page);
  });
}
