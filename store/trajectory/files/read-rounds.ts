import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fromNodeLink } from '../../../trajectory/graph/node-link.js';
import { roundFileNames } from '../../../trajectory/rounds/round-file-names.js';
import type { TrajectoryOwner } from '../../../trajectory/graph/trajectory-node.js';
import type { RestoredRound } from '../to-round.js';
import { sessionFolder } from './session-folder.js';
import type { MessageArchive } from '../../../trajectory/messages/archive.js';

const GRAPH_FILE = /^(Run(\d+)_Sub.*)\.json$/;

interface RoundFile {
  round: number;
  stem: string;
}

export async function listRoundFiles(
  folder: string,
  session: Pick<TrajectoryOwner, 'user' | 'session'>,
): Promise<RoundFile[]> {
  const names = await readdir(sessionFolder(folder, session)).catch(() => [] as string[]);
  return names.flatMap((name) => {
    const [, stem, round] = (!name.endsWith('.meta.json') && GRAPH_FILE.exec(name)) || [];
    return stem === undefined ? [] : [{ stem, round: Number(round) }];
  });
}

const ownMeta = z.object({ meta: z.unknown() });

/** Reads the graph's file, because the metadata file may be older. */
export async function readRound(
  folder: string,
  { session, file }: { session: Pick<TrajectoryOwner, 'user' | 'session'>; file: RoundFile },
): Promise<RestoredRound> {
  const path = sessionFolder(folder, session);
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(path, name), 'utf8')) as unknown;
  const graph = await read(`${file.stem}.json`);
  const { meta } = ownMeta.safeParse(graph).data ?? {};
  const snapshot = fromNodeLink(graph, meta ?? (await read(`${file.stem}.meta.json`)));
  const { owner } = snapshot;
  const isOwn =
    owner.user === session.user &&
    owner.session === session.session &&
    roundFileNames(owner).graph === `${file.stem}.json`;
  if (!isOwn) throw new Error(`It contains round ${owner.round} of another agent or session`);
  return { snapshot, messages: readArchive(graph).messages };
}

const usage = z.object({ input: z.number(), cachedInput: z.number(), output: z.number() });
const at = z.number().optional();
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string(), isSummary: z.literal(true).optional(), at }),
  z.object({
    role: z.literal('assistant'),
    text: z.string().optional(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: z.json() })).optional(),
    usage: usage.optional(),
    at,
  }),
  z.object({
    role: z.literal('tool'),
    text: z.string(),
    toolCallId: z.string(),
    toolName: z.string().optional(),
    at,
  }),
]);
const archive = z.object({ messages: z.object({ messages: z.array(message), usage }) });

function readArchive(graph: unknown): MessageArchive {
  const parsed = archive.safeParse(graph);
  return parsed.success
    ? (parsed.data.messages as MessageArchive)
    : { messages: [], usage: { input: 0, cachedInput: 0, output: 0 } };
}
