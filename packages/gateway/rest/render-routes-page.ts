import { html, raw } from 'hono/html';
import { z } from 'zod';
import type { RestRoute } from './rest-route.js';

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
summary { cursor: pointer; padding: .3rem 0 } code { font-size: .9em } b { display: inline-block; width: 4.5rem }
pre { background: #f4f4f4; padding: .8rem; overflow: auto } small { color: #666 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } pre { background: #242424 } small { color: #999 } }`;

export function renderRoutesPage(routes: readonly RestRoute[], base: string): string {
  const rooms = [...new Set(routes.map(nameRoom))];
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>Threadline</title>
          <style>
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <h1>Threadline</h1>
          <p>
            Every request needs <code>Authorization: Bearer &lt;key&gt;</code>. Also available as
            <a href="${base}/openapi.json">OpenAPI</a>.
          </p>
          ${rooms.map((room) => [html`<h2>${room}</h2>`, routes.filter((route) => nameRoom(route) === room).map((route) => routeHtml(route, base))])}
        </body>
      </html>`,
  );
}

function nameRoom({ path }: RestRoute): string {
  return path.split('/')[1] ?? '';
}

function routeHtml({ method, path, summary, query, body, answer }: RestRoute, base: string) {
  return html`<details>
    <summary><b>${method.toUpperCase()}</b> <code>${base}${path}</code> <small>${summary}</small></summary>
    ${schemaHtml('Query', query)} ${schemaHtml('Body', body)}
    <p>Returns ${answer?.status ?? (answer ? 200 : 204)}: ${answer?.says ?? 'done'}.</p>
  </details>`;
}

function schemaHtml(title: string, schema: z.ZodType | undefined) {
  if (!schema) return '';
  const { $schema: _dialect, ...shown } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return html`<p>${title}</p>
    <pre>${JSON.stringify(shown, null, 2)}</pre>`;
}
