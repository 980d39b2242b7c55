import { spawnSync } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createTable, findRun, storeRun } from './app-tables.mjs';

const HOME = fileURLToPath(new URL('./vercel-workflow', import.meta.url));
const BIN = fileURLToPath(new URL('./node_modules/.bin/', import.meta.url));
const TURN = { workflowId: 'workflow//./turn//turn' };

export async function build({ folder }) {
  run('workflow', ['build']);
  await cp(`${HOME}/.well-known`, `${folder}/.well-known`, { recursive: true });
  await writeFile(`${folder}/.well-known/package.json`, '{ "type": "commonjs" }');
  for (const made of ['.well-known', '.swc', '.gitignore'])
    await rm(`${HOME}/${made}`, { recursive: true, force: true });
}

function run(command, input) {
  const { status, stderr, error } = spawnSync(BIN + command, input, { cwd: HOME, encoding: 'utf8' });
  if (status !== 0) throw new Error(`'${command}' failed: ${error ?? stderr}`);
}

export async function start({ databaseUrl, folder, modelUrl, toolUrl }) {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    WORKFLOW_TARGET_WORLD: '@workflow/world-postgres',
    WORKFLOW_POSTGRES_URL: databaseUrl,
    PORT: String(server.address().port),
  });
  await createTable();
  run('bootstrap', []);
  const require = createRequire(import.meta.url);
  for (const name of ['flow', 'step']) {
    const path = `/.well-known/workflow/v1/${name}`;
    const { POST } = require(`${folder}${path}.js`);
    server.on('request', (request, response) => {
      if (request.url === path) void pass(request, response, POST);
    });
  }
  const { getWorld } = await import('workflow/runtime');
  const { getRun, start: startRun } = await import('workflow/api');
  await (await getWorld()).start();
  return async (message) => {
    const known = await findRun(message);
    if (known) return getRun(known).returnValue;
    const started = await startRun(TURN, [{ ...message, modelUrl, toolUrl }]);
    await storeRun({ ...message, run: started.runId });
    return started.returnValue;
  };
}

async function pass(request, response, handle) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers, url } = request;
  const body = Buffer.concat(chunks);
  const answer = await handle(new Request(`http://localhost${url}`, { method, headers, body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
