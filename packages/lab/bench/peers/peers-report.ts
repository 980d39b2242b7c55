import { readFile } from 'node:fs/promises';
import type { BenchReport, BenchTable } from '../bench.js';
import { median, rounded } from '../statistics.js';
import { BASELINE, PEERS_HOME, type PeerResult } from './peers.js';
import { KILL_POINTS } from './stage.js';
import type { StoredBytes } from './stored-bytes.js';

const NO_BYTES: StoredBytes = { rows: Number.NaN, history: Number.NaN };

export async function reportPeers(results: readonly PeerResult[], floorMs: number): Promise<BenchReport> {
  const versions = await readVersions();
  const stored = results.filter(({ peer }) => peer.name !== BASELINE);
  return {
    tables: [
      {
        title: 'Versions',
        columns: ['', 'packages'],
        rows: results.map(({ peer: { name, packages } }) => [
          name,
          packages.map((one) => `${one} ${versions[one]}`).join(', ') || 'this repository',
        ]),
      },
      timeTable(results, floorMs),
      bytesTable(stored),
      killsTable(stored),
      {
        title: 'What failed',
        columns: ['', 'when', 'error'],
        rows: results.flatMap(listFailures),
      },
    ],
    targets: [],
  };
}

function timeTable(results: readonly PeerResult[], floorMs: number): BenchTable {
  const inMemoryMs = middle(results.find(({ peer }) => peer.name === BASELINE));
  const nth = ({ chats }: PeerResult, turn: number): number =>
    median(chats.map((chat) => chat.at(turn) ?? Number.NaN));
  return {
    title: `A turn with 4 model calls and 3 tools, medians; the floor is ${rounded(floorMs, 1)} ms`,
    columns: ['', 'ms', 'ms above in memory', 'to the floor', 'first turn ms', 'last turn ms'],
    rows: results.map((result) => {
      const aboveMs = middle(result) - inMemoryMs;
      return [
        result.peer.name,
        rounded(middle(result)),
        rounded(aboveMs),
        (aboveMs / floorMs).toFixed(1),
        rounded(nth(result, 0)),
        rounded(nth(result, -1)),
      ];
    }),
  };
}

function bytesTable(results: readonly PeerResult[]): BenchTable {
  const total = ({ rows, history }: StoredBytes = NO_BYTES): number => rows + history;
  return {
    title: 'Bytes that a turn adds',
    columns: ['', 'rows', 'history', 'first turn', 'last turn', 'last / first'],
    rows: results.map(({ peer, bytes }) => [
      peer.name,
      rounded(median(bytes.map(({ rows }) => rows))),
      rounded(median(bytes.map(({ history }) => history))),
      total(bytes[0]),
      total(bytes.at(-1)),
      (total(bytes.at(-1)) / total(bytes[0])).toFixed(2),
    ]),
  };
}

function killsTable(results: readonly PeerResult[]): BenchTable {
  return {
    title: `The process is killed at ${KILL_POINTS.length} points of a turn, started again, and sent the message again`,
    columns: ['', 'answered', 'tools run again', 'model calls again', 'wrong history', 'resumes unasked'],
    rows: results.map(({ peer, kills, resumes }) => [
      peer.name,
      `${kills.filter(({ problem }) => !problem).length} of ${kills.length}`,
      sum(kills.map(({ repeatedTools }) => repeatedTools)),
      sum(kills.map(({ repeatedCalls }) => repeatedCalls)),
      kills.filter(({ isHistoryWrong }) => isHistoryWrong).length,
      resumes === undefined ? 'not measured' : resumes ? 'yes' : 'no',
    ]),
  };
}

function listFailures({ peer: { name }, problem, kills }: PeerResult): string[][] {
  return [
    ...(problem ? [[name, 'it runs', problem]] : []),
    ...kills.flatMap((kill) => {
      if (kill.problem) return [[name, kill.point, kill.problem]];
      return kill.isHistoryWrong ? [[name, kill.point, 'wrong history']] : [];
    }),
  ];
}

function middle(result: PeerResult | undefined): number {
  return median(result?.chats.flat() ?? []);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function readVersions(): Promise<Readonly<Record<string, string>>> {
  const { dependencies } = JSON.parse(await readFile(new URL('package.json', PEERS_HOME), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return dependencies;
}
