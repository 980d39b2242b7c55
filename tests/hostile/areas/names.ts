import { basename, resolve } from 'node:path';
import { expect } from 'vitest';
import { parsePosition } from '../../../client/stream/stream-position.js';
import { artifactName, parseArtifactName } from '../../../context/results/artifact-name.js';
import { isSavedName } from '../../../context/results/saved-name.js';
import {
  conversationWorkflowId,
  isOwnExecution,
  ownExecutionWorkflowId,
  turnIdProblem,
  turnWorkflowId,
} from '../../../protocol/ids.js';
import { anchorProblem } from '../../../protocol/thread-anchor.js';
import { sessionFolder, userFolder } from '../../../store/trajectory/files/session-folder.js';
import { hostileArea } from '../hostile-area.js';

const IDS = [
  'ada/turn/1',
  'ada/upkeep',
  'ada/thread/x',
  'ada%2Fturn%2F1',
  'ada%252Fturn',
  '../ada',
  '..',
  '.',
  '/',
  '//',
  'ada:daily',
  'ada%3Adaily',
  'conversation/assistant/ada',
  'execution/assistant/ada:daily',
  'a\u0000b',
  'a\nb',
  'a\r\nX-Injected: 1',
  'a\u001b[31mb',
  'ada\u200b',
  'аda',
  'ADA',
  'ada ',
  ' ada',
  '%',
  '%zz',
  '\ud800',
  '\u202eada',
  "ada' or '1'='1",
  '${ada}',
  '{{ada}}',
  '__proto__',
  'constructor',
  'a'.repeat(1_000),
  'é'.repeat(200),
];

const PATHS = [
  '../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  '/',
  '.',
  '..',
  '...',
  '~/.ssh/id_rsa',
  'a/../../b',
  'a\u0000.json',
  'con',
  'nul.txt',
  'C:\\secret',
  '\\\\server\\share',
  'file:///etc/passwd',
  '.git/config',
  '-rf',
  'a\nb',
  '%2e%2e%2f',
  '..%c0%af',
  '‥/‥',
  'a'.repeat(5_000),
  '\ud800',
  ' ',
  'Run1_Subagent.meta.json',
];

const POINTERS = [
  'search-3.2.txt/../../x',
  'artifact:../x-1.1.txt',
  'x-1.1.txt\u0000',
  'x-1.1.txt\n',
  'x-01.1.txt ',
  'x--1.1.txt.',
  'x-1.1.TXT',
  'x-1e9.1.txt',
  'x-9999999999999.1.txt',
  'x-1.9999999999.txt',
  'x-1.1_img-1.png',
  'x-1.1_img.png',
  '-1.1.txt',
  'x-1.1.',
  'x-1.1.exe.sh',
  'x-1.1.txt?v=2',
  'x y-1.1.txt',
  'ⅹ-1.1.txt',
  'x-١.١.txt',
  'conversation/shop/bob#x-1.1.txt',
];

const CURSORS = [
  '',
  '1',
  '1.2',
  '1.2.3.4.5',
  '-1.2.3',
  '1.2.-3',
  '1e3.2.3',
  '0x1.2.3',
  ' 1.2.3',
  '1.2.3\n',
  '1.2.3~',
  '1.2.3~1.2.3~1.2.3',
  'NaN.0.0',
  'Infinity.0.0',
  '99999999999999999999.0.0',
  "1.2.3'; drop table turn; --",
  '１.２.３',
  '1.2.3.end.end',
];

const ANCHORS: unknown[] = [
  null,
  undefined,
  'x',
  7,
  [],
  [1],
  () => 1,
  { message: '1' },
  { message: -1 },
  { message: 1.5 },
  { message: Number.NaN },
  { message: 2 ** 53 },
  { message: 1, start: '0' },
  { message: 1, start: 5, end: 2 },
  { message: 1, thread: {} },
  { message: 1, thread: ['a'] },
  { message: { valueOf: () => 1 } },
  { message: 1, user: 'bob' },
];

export const NAMES = [
  hostileArea({
    area: 'ids of users, channels, turns and executions',
    inputs: IDS,
    holds(id) {
      const parts = partsOf(() => conversationWorkflowId({ flow: 'assistant', user: id }));
      if (parts !== undefined) expect([parts.length, decodeURIComponent(parts[2] ?? '')]).toEqual([3, id]);
      const own = partsOf(() => ownExecutionWorkflowId({ flow: 'assistant', user: id, id: 'daily' }));
      if (own !== undefined) expect([own.length, isOwnExecution(own.join('/'), 'ada')]).toEqual([3, false]);
      if (turnIdProblem(id) === undefined)
        expect(turnWorkflowId('conversation/assistant/ada', id).split('/')).toHaveLength(5);
    },
  }),
  hostileArea({
    area: 'names of files and folders',
    inputs: PATHS,
    holds(path) {
      for (const folder of [
        userFolder('/data', path),
        sessionFolder('/data', { user: path, session: path }),
      ]) {
        expect(resolve(folder)).toBe(folder);
        expect(folder).toMatch(/^\/data\/[^/]/);
        expect(folder.split('/').some((part) => part === '..' || part.length > 255)).toBe(false);
      }
      const name = artifactName({ tool: path, step: 1, ordinal: 2, part: 0, extension: path });
      expect([basename(name), name.length <= 200, parseArtifactName(name)]).toEqual([
        name,
        true,
        { step: 1, ordinal: 2, part: 0 },
      ]);
      if (isSavedName(path)) expect([basename(path), /^\.+$/.test(path)]).toEqual([path, false]);
    },
  }),
  hostileArea({
    area: 'forged artifact pointers',
    inputs: POINTERS,
    holds: (pointer) => expect(parseArtifactName(pointer)).toBeUndefined(),
  }),
  hostileArea({
    area: 'stream cursors',
    inputs: CURSORS,
    holds: (cursor) =>
      expect(() => parsePosition(cursor)).toThrow(
        expect.objectContaining({ type: 'Client.InvalidCursor' }) as Error,
      ),
  }),
  hostileArea({
    area: 'thread anchors',
    inputs: ANCHORS,
    holds: (anchor) => expect(anchorProblem(anchor)).toEqual(expect.any(String)),
  }),
];

function partsOf(makeId: () => string): string[] | undefined {
  let id: string;
  try {
    id = makeId();
  } catch (error) {
    expect((error as Error).message.length).toBeGreaterThan(10);
    return undefined;
  }
  expect(id).toMatch(/^[!-~]{1,400}$/);
  return id.split('/');
}
