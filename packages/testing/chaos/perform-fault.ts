import { execFileSync } from 'node:child_process';
import { runStatement } from '../../../store/run-statement.js';
import type { ChaosFault } from './chaos-faults.js';
import type { ChaosServers } from './chaos-servers.js';
import type { ChaosWorkers } from './chaos-workers.js';
import type { ProxyMode } from './tcp-proxy.js';

export interface ChaosSite {
  readonly servers: ChaosServers;
  readonly workers: ChaosWorkers;
}

type EndFault = () => Promise<void>;

export function beginFault(fault: ChaosFault, site: ChaosSite): Promise<EndFault> {
  return PERFORMERS[fault](site);
}

const PERFORMERS: Readonly<Record<ChaosFault, (site: ChaosSite) => Promise<EndFault>>> = {
  'worker-killed': killWorker,
  'worker-frozen': ({ workers }) => freeze([workers.pick().pid]),
  'postgres-killed': ({ servers }) => killServer(servers, 'postgres'),
  'postgres-frozen': ({ servers }) => freeze(withChildren(servers.process('postgres').pid)),
  'postgres-cut': cutConnections,
  'postgres-refuses': proxied('postgres', 'refuse'),
  'postgres-silent': proxied('postgres', 'silence'),
  'postgres-slow': proxied('postgres', 'delay'),
  'temporal-killed': ({ servers }) => killServer(servers, 'temporal'),
  'temporal-frozen': ({ servers }) => freeze([servers.process('temporal').pid]),
  'temporal-refuses': proxied('temporal', 'refuse'),
  'temporal-silent': proxied('temporal', 'silence'),
  'temporal-slow': proxied('temporal', 'delay'),
};

async function killWorker({ workers }: ChaosSite): Promise<EndFault> {
  await workers.kill(workers.pick());
  return () => workers.add();
}

/** SIGQUIT also ends Postgres's children. SIGKILL would leave them running. */
async function killServer(servers: ChaosServers, name: 'temporal' | 'postgres'): Promise<EndFault> {
  await servers.end(name, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  return () => servers.restart();
}

async function freeze(pids: readonly number[]): Promise<EndFault> {
  signalAll(pids, 'SIGSTOP');
  return async () => signalAll(pids, 'SIGCONT');
}

async function cutConnections({ servers }: ChaosSite): Promise<EndFault> {
  await runStatement(
    servers.postgresUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return async () => undefined;
}

function proxied(name: 'temporal' | 'postgres', mode: ProxyMode) {
  return async ({ servers }: ChaosSite): Promise<EndFault> => {
    servers.proxies[name].setMode(mode);
    return async () => servers.proxies[name].setMode('pass');
  };
}

/** Stops the process first, so that it starts no children meanwhile. */
function withChildren(pid: number): number[] {
  process.kill(pid, 'SIGSTOP');
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=']).toString().trim().split('\n');
  const children = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return [pid, ...children.filter(([, parent]) => parent === pid).map(([child = pid]) => child)];
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The backend has already exited.
    }
  }
}
