import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forgetFiles } from '../../store/trajectory/files/forget-files.js';
import { listRoundFiles, readRound } from '../../store/trajectory/files/read-rounds.js';
import { sessionFolder, userFolder } from '../../store/trajectory/files/session-folder.js';
import { writeRound, writeWhole } from '../../store/trajectory/files/write-round.js';
import type { ArchivedMessage } from '../../trajectory/messages/archive-message.js';
import { TrajectoryGraph } from '../../trajectory/graph/trajectory-graph.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'round files '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SESSION = { user: 'ada', session: 'conversation/shop/ada' };
const MESSAGES: ArchivedMessage[] = [
  { role: 'system', text: 'secret' },
  { role: 'user', text: 'hello', at: 7 },
  { role: 'assistant', toolCalls: [{ id: 'c1', name: 'look', input: {} }] },
];

describe('writeRound and readRound', () => {
  test('written, written again, read -> the same round, and messages that can be replayed', async () => {
    const round = { snapshot: snapshotOf('agent'), messages: MESSAGES };
    await writeRound({ folder }, round);
    await writeRound({ folder }, round);
    const files = await listRoundFiles(folder, SESSION);
    expect(files).toEqual([{ round: 1, stem: 'Run1_Subagent' }]);
    expect(await readRound(folder, { session: SESSION, file: files[0]! })).toEqual({
      snapshot: round.snapshot,
      messages: [{ role: 'user', text: 'hello', at: 7 }],
    });
  });

  test('C64 C65: cleanArchive false -> calls without results are kept, system messages are not', async () => {
    await writeRound({ folder, cleanArchive: false }, { snapshot: snapshotOf('agent'), messages: MESSAGES });
    const [file] = await listRoundFiles(folder, SESSION);
    const { messages } = await readRound(folder, { session: SESSION, file: file! });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  test('a meta file that is missing, or older -> the round from its graph', async () => {
    const snapshot = snapshotOf('agent');
    const path = join(sessionFolder(folder, SESSION), 'Run1_Subagent.meta.json');
    await writeRound({ folder }, { snapshot, messages: [] });
    const [file] = await listRoundFiles(folder, SESSION);
    rmSync(path);
    expect(await readRound(folder, { session: SESSION, file: file! })).toMatchObject({ snapshot });
    writeFileSync(path, JSON.stringify({ start: 'Query(query00000)', pointers: ['Query(query00000)'] }));
    expect(await readRound(folder, { session: SESSION, file: file! })).toMatchObject({ snapshot });
  });

  test('a graph of another owner, without a meta file -> that of its file; none -> an error', async () => {
    const snapshot = snapshotOf('agent');
    const path = sessionFolder(folder, SESSION);
    await writeRound({ folder }, { snapshot, messages: [] });
    const { meta: _meta, ...graph } = JSON.parse(readFileSync(join(path, 'Run1_Subagent.json'), 'utf8'));
    writeFileSync(join(path, 'Run1_Subagent.json'), JSON.stringify(graph));
    const [file] = await listRoundFiles(folder, SESSION);
    expect(await readRound(folder, { session: SESSION, file: file! })).toMatchObject({ snapshot });
    rmSync(join(path, 'Run1_Subagent.meta.json'));
    await expect(readRound(folder, { session: SESSION, file: file! })).rejects.toThrow(/ENOENT/);
  });

  test('no longer wanted at the last moment -> nothing is written, no folder is left', async () => {
    const round = { snapshot: snapshotOf('agent'), messages: [] };
    await writeRound({ folder }, round, async () => {
      expect(readdirSync(sessionFolder(folder, SESSION))).toHaveLength(2);
      return false;
    });
    expect(readdirSync(folder)).toEqual([]);
    await writeRound({ folder }, round);
    await writeRound({ folder }, round, () => Promise.resolve(false));
    expect(readdirSync(sessionFolder(folder, SESSION))).toHaveLength(2);
  });
});

describe('writeWhole', () => {
  test('a second file that cannot be written -> the first keeps its old text, nothing is left over', async () => {
    const path = join(folder, 'one.json');
    writeFileSync(path, 'old');
    const files = [
      { path, text: 'new' },
      { path: join(folder, 'missing', 'two.json'), text: 'new' },
    ];
    await expect(writeWhole(files)).rejects.toThrow(/ENOENT/);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['one.json']);
  });

  test('a name that is taken by a folder -> an error, nothing is left over', async () => {
    mkdirSync(join(folder, 'one.json', 'inside'), { recursive: true });
    await expect(writeWhole([{ path: join(folder, 'one.json'), text: 'new' }])).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['one.json']);
  });

  test('many writers at once -> one of the texts, whole', async () => {
    const path = join(folder, 'one.json');
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(texts.map((text) => writeWhole([{ path, text }])));
    expect(texts).toContain(readFileSync(path, 'utf8'));
    expect(readdirSync(folder)).toEqual(['one.json']);
  });
});

describe('sessionFolder', () => {
  test('any names of users and sessions -> two levels below the folder, all different', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '.', '..', '../..', '/etc', 'Ada', 'ada', 'con\u0000', '~', 'x'.repeat(300)),
    );
    fc.assert(
      fc.property(name, name, name, (user, session, other) => {
        const inside = relative('/top', sessionFolder('/top', { user, session }));
        expect(inside.split('/')).toHaveLength(2);
        expect(inside).not.toMatch(/(^|\/)\.\.?(\/|$)/);
        for (const part of inside.split('/')) expect(part.length).toBeLessThanOrEqual(200);
        const isSame = userFolder('/top', user).toLowerCase() === userFolder('/top', other).toLowerCase();
        expect(isSame).toBe(user === other);
      }),
    );
  });
});

describe('forgetFiles', () => {
  test("a user's sessions -> deleted, with their number; another's stay; again -> zero", async () => {
    for (const user of ['ada', 'Ada', 'adam'])
      for (const session of ['one', 'two'])
        await writeRound(
          { folder },
          { snapshot: snapshotOf('agent', { user, session }), messages: MESSAGES },
        );
    expect(await forgetFiles(folder, 'ada')).toBe(2);
    expect(await forgetFiles(folder, 'ada')).toBe(0);
    for (const user of ['Ada', 'adam'])
      expect(await listRoundFiles(folder, { user, session: 'two' })).toHaveLength(1);
  });
});

function snapshotOf(subAgent: string, session = SESSION) {
  const graph = new TrajectoryGraph({ ...session, round: 1, subAgent });
  const createdAt = '2026-01-01T00:00:00.000Z';
  const { id } = graph.register({ type: 'Query', createdAt, attributes: { query: '"what"\n?' } });
  graph.register({ type: 'State', createdAt, predecessors: [id], attributes: { content: 'that' } });
  return graph.snapshot();
}
