import { connect } from '../../../client/connect.js';
import { threadCpuReader } from '../../../flow/code/cpu-budget.js';
import { serveGateway } from './serve-gateway.js';

const options = JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof connect>[0];
const client = await connect(options);
const gateway = await serveGateway(
  { client },
  { limits: { requestsPerMinute: 1_000_000, failedAttemptsPerMinute: 1_000_000, openStreams: 10_000 } },
);
const readCpuMs = threadCpuReader(String(process.pid));
let last = readCpuMs();
let longest = 0;
setInterval(() => {
  const now = readCpuMs();
  longest = Math.max(longest, now - last);
  last = now;
}, 1);
process.on('message', () => {
  process.send?.(longest);
  longest = 0;
});
process.send?.(gateway.url);
