import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MAX_UPLOAD_BYTES, uploadReference } from '../../../protocol/message-parts.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startMeasuredGateway, type MeasuredGateway } from './measured-gateway.js';
import { listRoutes, type Route } from './routes.js';

let system: TestSystem;
let gateway: MeasuredGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { model: { script: () => text('Hello.') } });
  gateway = await startMeasuredGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const TABLE = fileURLToPath(
  new URL('../../../node_modules/.cache/threadline-tests/loop-gaps.md', import.meta.url),
);
const MB = 1_000_000;
const SIZES = [0.3, 2, 27] as const;
const PLAIN_SHAPES = ['flat list of {}', 'wide object', 'long string', 'escaped string'];
const USUAL_PARSE_MS = 10;
const MAX_GAP_MS = 50 * measureSlowness();
const TRIES = 3;

function measureSlowness(): number {
  const text = `[${'12345,'.repeat(500_000)}0]`;
  const times = Array.from({ length: 10 }, () => {
    const startedAt = performance.now();
    JSON.parse(text);
    return performance.now() - startedAt;
  });
  return Math.max(1, Math.min(...times) / USUAL_PARSE_MS);
}

function repeat(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
}

const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'flat list of {}': (bytes) => `[${repeat('{},', bytes)}{}]`,
  'deep nesting': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'nesting that is accepted': (bytes) => `[${repeat(`${'['.repeat(90)}${']'.repeat(90)},`, bytes)}0]`,
  'wide object': (bytes) =>
    `{${Array.from({ length: bytes / 14 }, (_, index) => `"k${index}":${index}`).join()}}`,
  'duplicate keys': (bytes) => `{${repeat('"a":1,', bytes)}"a":2}`,
  'long keys': (bytes) => `{"${repeat('k', bytes / 2)}":1,"${repeat('l', bytes / 2)}":2}`,
  'long string': (bytes) => `"${repeat('word ', bytes)}"`,
  base64: (bytes) => `"data:text/plain;base64,${repeat('QUJD', bytes)}"`,
  'many files': (bytes) => `[${repeat(`"${'QUJD'.repeat(20_000)}",`, bytes)}0]`,
  'escaped string': (bytes) => `"${repeat(String.raw`\n\"\u00e9`, bytes)}"`,
  unicode: (bytes) => `"${repeat('é😀', bytes)}"`,
  numbers: (bytes) => `[${repeat('-1.5e300,', bytes)}1]`,
  'short strings': (bytes) => `[${repeat('"abc",', bytes)}1]`,
};

const BODIES: readonly (readonly [path: string, body: (value: string) => string])[] = [
  ['/conversations/{flow}/turns', (value) => `{"text":"x","data":{"a":${value}}}`],
  ['/conversations/{flow}/turns', (value) => `{"text":${value}}`],
  ['/conversations/{flow}/turns', (value) => `{"parts":[{"type":"file","data":${value}}]}`],
  ['/executions', (value) => `{"flow":"assistant","text":"x","data":${value}}`],
  [
    '/executions',
    (value) => `{"flow":"assistant","text":"x","output":{"type":"object","properties":${value}}}`,
  ],
  [
    '/v1/chat/completions',
    (value) => `{"model":"assistant","messages":[{"role":"user","content":${value}}]}`,
  ],
  [
    '/v1/chat/completions',
    (value) =>
      `{"model":"assistant","messages":[{"role":"user","content":[{"type":"file","file":{"filename":"a.txt","file_data":${value}}}]}]}`,
  ],
  [
    '/v1/chat/completions',
    (value) =>
      `{"model":"assistant","messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"f","parameters":${value}}}]}`,
  ],
  ['/v1/responses', (value) => `{"model":"assistant","input":${value}}`],
  [
    '/v1/responses',
    (value) =>
      `{"model":"assistant","input":"x","text":{"format":{"type":"json_schema","name":"n","schema":${value}}}}`,
  ],
  ['/v1/conversations', (value) => `{"items":${value}}`],
  ['/v1/conversations', (value) => `{"metadata":${value}}`],
  [
    '/api/chat',
    (value) => `{"id":"c","messages":[{"id":"m","role":"user","parts":[{"type":"text","text":${value}}]}]}`,
  ],
  ['/api/chat', (value) => `{"id":"c","messages":${value}}`],
  [
    '/mcp',
    (value) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"assistant","arguments":{"message":${value}}}}`,
  ],
];

interface Target extends Route {
  name: string;
  body: (value: string) => string;
  shapes: readonly string[];
}

interface Measured {
  gap: number;
  status: number;
}

type Table = Map<string, Measured[]>;

describe('the event loop of a gateway', () => {
  test('every route that accepts a body, in every shape and size -> never blocked for 50 ms', async () => {
    const targets = await listTargets();
    for (const target of targets) await send(target, Buffer.from(target.body('"x"')));
    const table: Table = new Map();
    for (const [shape, make] of Object.entries(SHAPES))
      for (const size of SIZES) {
        const value = make(size * MB);
        for (const target of targets.filter(({ shapes }) => shapes.includes(shape))) {
          const row = `${target.name} | ${shape}`;
          const body = Buffer.from(target.body(value));
          table.set(row, [...(table.get(row) ?? []), await measure(() => send(target, body))]);
        }
      }
    writeTable(table);
    const held = [...table].filter(([, measured]) => measured.some(({ gap }) => gap > MAX_GAP_MS));
    expect(held).toEqual([]);
    expect(targets.length).toBeGreaterThan(30);
  }, 1_200_000);

  test('flows as large as allowed -> checked, never blocked for 50 ms', async () => {
    const measured: Record<string, Measured> = {};
    for (const [name, flow] of Object.entries(LARGEST_FLOWS)) {
      const body = Buffer.from(JSON.stringify(flow));
      expect(validateFlow(flow).definition, name).toBeDefined();
      for (const path of ['/api/v1/flows/check', '/api/v1/flows'])
        measured[`${path}, ${name}`] = await measure(() => send({ method: 'POST', path }, body));
    }
    const held = Object.entries(measured).filter(
      ([, { gap, status }]) => gap > MAX_GAP_MS || ![200, 201].includes(status),
    );
    expect(held).toEqual([]);
  });

  test('a file of 20 MB, by every route in and out -> accepted, never blocked for 50 ms', async () => {
    const measured: Record<string, Measured> = {};
    const ways = Object.entries(FILES).flatMap(([kind, make]) =>
      FILE_BODIES.map(([path, body]) => ({ name: `${path}, ${kind}`, path, body, make })),
    );
    for (const { name, path, body, make } of ways)
      measured[name] = await measure(() => send({ method: 'POST', path }, body(make())));
    for (const [kind, make] of Object.entries(FILES)) {
      const file = make();
      await send({ method: 'POST', path: '/api/v1/uploads' }, file);
      const ref = uploadReference(createHash('sha256').update(file).digest('hex'));
      const path = `/api/v1/uploads/${encodeURIComponent(ref)}`;
      measured[`GET, ${kind}`] = await measure(() => send({ method: 'GET', path }));
    }
    const held = Object.entries(measured).filter(
      ([, { gap, status }]) => gap > MAX_GAP_MS || ![200, 201, 202].includes(status),
    );
    expect(held).toEqual([]);
  }, 1_200_000);
});

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

function rowOf(
  nodes: readonly object[],
  { edge = {}, further = [] }: { edge?: object; further?: readonly object[] } = {},
): object {
  const edges = nodes.flatMap((_, index) => [
    { from: index === 0 ? 'start' : `n${index - 1}`, to: `n${index}`, ...(index > 0 && edge) },
    ...further.flatMap((more, step) =>
      index + step + 1 < nodes.length ? [{ from: `n${index}`, to: `n${index + step + 1}`, ...more }] : [],
    ),
  ]);
  const start = { id: 'start', kind: 'manual' };
  return {
    slug: 'largest',
    name: 'Largest',
    nodes: [start, ...nodes.map((node, index) => ({ id: `n${index}`, ...node }))],
    edges,
  };
}

const LARGEST_FLOWS: Readonly<Record<string, object>> = {
  '498 switches': rowOf(
    range(497).map((index) => ({
      kind: 'switch',
      config: {
        rules: [
          {
            field: index === 0 ? 'trigger.text' : `n${index - 1}.route`,
            operator: 'equals',
            value: 'a',
            route: 'a',
          },
        ],
        fallback: true,
      },
    })),
    { edge: { route: 'a' }, further: [{ route: '__other__' }, { route: '__other__' }] },
  ),
  '19 codes of 99,000 characters': rowOf(
    range(19).map(() => ({ kind: 'code', config: { expression: `[${'trigger.text,'.repeat(7_600)}]` } })),
  ),
  '3,800 tags': rowOf([
    { kind: 'template', config: { template: '{{ trigger.text | upper }}'.repeat(3_800) } },
  ]),
};

let made = 0;

function newFile(begin: string, end = ''): Buffer {
  made += 1;
  const content = Buffer.alloc(MAX_UPLOAD_BYTES, 'words ');
  content.write(`${begin}${made} `);
  content.write(end, content.length - end.length);
  return content;
}

const FILES: Readonly<Record<string, () => Buffer>> = {
  'a text': () => newFile('text '),
  'a PDF': () => newFile('%PDF-1.4\n%', '\ntrailer\n<< /Size 1 >>\n%%EOF\n'),
  bytes: () => newFile('\u0000\u0001'),
};

const FILE_BODIES: readonly (readonly [path: string, body: (file: Buffer) => Buffer])[] = [
  ['/api/v1/uploads', (file) => file],
  ...(
    [
      ['/api/v1/conversations/assistant/turns', (data) => ({ parts: [{ type: 'file', data }] })],
      ['/api/v1/executions', (data) => ({ flow: 'assistant', parts: [{ type: 'file', data }] })],
      [
        '/v1/chat/completions',
        (file_data) => ({
          model: 'assistant',
          messages: [{ role: 'user', content: [{ type: 'file', file: { filename: 'a', file_data } }] }],
        }),
      ],
    ] as [string, (data: string) => unknown][]
  ).map(([path, body]): [string, (file: Buffer) => Buffer] => [
    path,
    (file) => Buffer.from(JSON.stringify(body(file.toString('base64')))),
  ]),
];

async function listTargets(): Promise<Target[]> {
  const routes = (await listRoutes(gateway.url)).filter(({ method }) => !['GET', 'DELETE'].includes(method));
  const deep = BODIES.map(([end, body]): Target => {
    const { path } = routes.find((route) => route.method === 'POST' && route.path.endsWith(end))!;
    return { method: 'POST', path, name: `${path} \`${body('…')}\``, body, shapes: Object.keys(SHAPES) };
  });
  const plain = routes.map((route): Target => ({
    ...route,
    name: `${route.method} ${route.path}`,
    body: (value) => `{"data":${value}}`,
    shapes: PLAIN_SHAPES,
  }));
  return [...deep, ...plain];
}

async function measure(ask: () => Promise<number>): Promise<Measured> {
  let [gap, status] = [Number.POSITIVE_INFINITY, 0];
  for (let tries = 0; tries < TRIES && gap > MAX_GAP_MS; tries += 1) {
    await gateway.takeLongestGap();
    status = await ask();
    gap = Math.min(gap, Math.max(0, Math.round(await gateway.takeLongestGap())));
  }
  return { gap, status };
}

async function send({ method, path }: Route, body?: Buffer): Promise<number> {
  const cancel = new AbortController();
  try {
    const response = await fetch(
      gateway.url + path.replaceAll(/\{flow\}/g, 'assistant').replaceAll(/\{\w+\}|:\w+/g, 'none'),
      {
        method,
        headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
        ...(body && { body: new Uint8Array(body) }),
        signal: cancel.signal,
      },
    );
    if (method === 'GET') await response.arrayBuffer();
    return response.status;
  } finally {
    cancel.abort();
  }
}

function writeTable(table: Table): void {
  const rows = [...table].map(([name, measured]) => [
    name,
    ...measured.map(({ gap, status }) => `${gap} (${status})`),
  ]);
  const names = ['route and body | shape', ...SIZES.map((size) => `${size} MB: ms (status)`)];
  const lines = [names, ['--- | ---', ...SIZES.map(() => '---')], ...rows];
  mkdirSync(dirname(TABLE), { recursive: true });
  writeFileSync(TABLE, lines.map((line) => `| ${line.join(' | ')} |\n`).join(''));
}
