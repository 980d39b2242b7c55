import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { aspect, base, cannot, finish, key, limitedBase, same } from './common.mjs';

const INSPECTOR = fileURLToPath(
  new URL('../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);

function call(message, { flow = 'assistant', at = base, apiKey = key, ...given } = {}) {
  const target = [
    at.replace(/v1$/, 'mcp'),
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${apiKey}`,
  ];
  const args = Object.entries({ message, ...given }).flatMap(([name, value]) => [
    '--tool-arg',
    `${name}=${value}`,
  ]);
  const command = ['--cli', ...target, '--method', 'tools/call', '--tool-name', flow, ...args];
  return new Promise((resolve) =>
    execFile(process.execPath, [INSPECTOR, ...command], (failure, stdout, stderr) =>
      resolve({ ...JSON.parse(stdout || '{}'), ...(failure && JSON.parse(stderr)) }),
    ),
  );
}

async function say(...args) {
  const { content, error } = await call(...args);
  if (error) throw new Error(error.message);
  return content[0].text;
}

await aspect('text', async () => same(await say('Say hello'), 'Hello, Ada.'));
await aspect('stream', () => cannot('the command prints the result of a tool call alone'));
await aspect('memory', async () => {
  const conversation = randomUUID();
  await say('My name is Ada.', { conversation });
  same(await say('What is my name?', { conversation }), 'Ada.');
});
await aspect('tools', () => cannot('an MCP client has no tools that a flow could call'));
await aspect('approval', async () => {
  const options = { flow: 'careful', conversation: randomUUID() };
  const question = await say('Wipe it', options);
  if (!question.includes('wipe')) throw new Error(question);
  same(await say('yes', options), 'Wiped.');
});
await aspect('structured', () => cannot('a tool has one schema for all its results'));
await aspect('image', () => cannot('the argument of a tool call is a text'));
await aspect('stop', () => cannot('the command has no way to cancel a tool call'));
await aspect('resume', async () => {
  const turnId = randomUUID();
  for (let time = 0; time < 2; time += 1) same(await say('Say hello', { turnId }), 'Hello, Ada.');
});
await aspect('401', async () =>
  same((await call('Say hello', { apiKey: 'nobody' })).error.code, 'auth_required'),
);
await aspect('404', async () =>
  same((await call('Say hello', { flow: 'nothing' })).error.code, 'tool_not_found'),
);
await aspect('409', async () => {
  const turnId = randomUUID();
  await say('Say hello', { turnId });
  const { content, isError } = await call('What is my name?', { turnId });
  same([isError, content[0].text.includes(turnId)], [true, true]);
});
await aspect('413', () => cannot('a command line cannot hold so long a text'));
await aspect('429', async () => same((await call('Say hello', { at: limitedBase })).error.status, 429));
await aspect('model down', async () => same((await call('Break down')).isError, true));
finish('@modelcontextprotocol/inspector');
