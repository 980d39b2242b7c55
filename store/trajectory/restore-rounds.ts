import { parseWorkflowId } from '../../protocol/parse-workflow-id.js';
import { errorMessage } from '../../protocol/error-message.js';
import type { Database } from '../database.js';
import { listRoundFiles, readRound } from './files/read-rounds.js';
import { roundFileNames } from '../../trajectory/rounds/round-file-names.js';
import { findRounds, findSession, type Round, type RoundFilter } from './find-rounds.js';
import { recordMissing } from './record-missing.js';
import { type RestoredRound, toRound } from './to-round.js';
import { withinLockWait } from './within-lock-wait.js';
import { loadFlowGraphs } from './load-flow-graphs.js';
import { partRows } from './part-rows.js';
import { loadRunRows, loadRuns } from './round-rows.js';
import { loadRunTexts } from './run-texts.js';

interface RestoreInput extends RoundFilter {
  subAgent?: string | undefined;
  folder?: string | undefined;
}

interface RestoredRounds {
  rounds: RestoredRound[];
  isKnown: boolean;
  warnings: string[];
}

/** Reads files only for rounds whose rows were removed. */
export async function restoreRounds(db: Database, input: RestoreInput): Promise<RestoredRounds> {
  const { session, subAgent } = input;
  const conversation = session === undefined ? undefined : await findSession(db, session);
  const found = await findRounds(db, { ...input, conversationId: conversation?.id });
  const { rounds: stored, warnings } = await loadRecorded(db, { rounds: found, subAgent });
  const filed = await readFiledRounds(input, { found, stored, conversation, warnings });
  const rounds = [...stored, ...filed].sort(
    (one, other) => one.snapshot.owner.round - other.snapshot.owner.round,
  );
  const isTheirs = conversation !== undefined && (input.user ?? conversation.user) === conversation.user;
  return { rounds, isKnown: found.length > 0 || isTheirs, warnings };
}

export async function loadRecorded(
  db: Database,
  asked: LoadInput,
): Promise<Pick<RestoredRounds, 'rounds' | 'warnings'>> {
  const warnings: string[] = [];
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      warnings.push(`The trajectory tables cannot be read: ${errorMessage(error)}`);
      return undefined;
    }
  };
  const executionIds = asked.rounds.map(({ executionId }) => executionId);
  if (executionIds.length > 0) await attempt(() => recordMissing(db, { executionIds }));
  const rounds = (await attempt(() => withinLockWait(db, (trx) => loadRounds(trx, asked)))) ?? [];
  return { rounds, warnings };
}

interface Known {
  found: readonly Round[];
  stored: readonly RestoredRound[];
  conversation: { user: string; createdAt: Date } | undefined;
  warnings: string[];
}

async function readFiledRounds(input: RestoreInput, known: Known): Promise<RestoredRound[]> {
  const { folder, session, subAgent } = input;
  if (folder === undefined || session === undefined) return [];
  const user =
    input.user ?? known.conversation?.user ?? known.found[0]?.user ?? parseWorkflowId(session)?.user;
  if (user === undefined) return [];
  const stems = new Set(known.stored.map(({ snapshot }) => `${roundFileNames(snapshot.owner).graph}`));
  const files = (await listRoundFiles(folder, { user, session })).filter(
    ({ round }) => input.round === undefined || round === input.round,
  );
  const newest = new Set(
    [...new Set([...known.found, ...files].map(({ round }) => round))]
      .sort((one, other) => other - one)
      .slice(0, input.last),
  );
  const restored: RestoredRound[] = [];
  for (const file of files) {
    if (!newest.has(file.round) || stems.has(`${file.stem}.json`)) continue;
    try {
      const read = await readRound(folder, { session: { user, session }, file });
      const { owner } = read.snapshot;
      if ((subAgent ?? owner.subAgent) === owner.subAgent && !isOlder(read, known.conversation))
        restored.push(read);
    } catch (error) {
      known.warnings.push(`File '${file.stem}.json' is omitted: ${errorMessage(error)}`);
    }
  }
  return restored;
}

/**
 * True for a round of an earlier conversation with the same id: after a deletion, rounds count from 1 again.
 */
function isOlder({ snapshot }: RestoredRound, conversation: { createdAt: Date } | undefined): boolean {
  const asked = snapshot.nodes.find(({ id }) => id === snapshot.start)?.createdAt;
  return conversation !== undefined && asked !== undefined && new Date(asked) < conversation.createdAt;
}

interface LoadInput {
  rounds: readonly Round[];
  subAgent?: string | undefined;
  isOutline?: boolean;
}

export async function loadRounds(
  db: Database,
  { rounds, subAgent, isOutline = false }: LoadInput,
): Promise<RestoredRound[]> {
  const byExecution = new Map(rounds.map((round) => [round.executionId, round]));
  const runs = await loadRuns(db, { rootIds: [...byExecution.keys()], subAgent });
  const rows = await loadRunRows(db, { runs, isOutline });
  const texts = await loadRunTexts(db, rows, { isOutline });
  const agents = partRows(rows).flatMap((parts) => {
    const round = byExecution.get(parts.run.rootId);
    return round ? [toRound(parts, { round, texts })] : [];
  });
  // The graph of a flow is not needed for an outline, which shows only what agents read or changed.
  const flows = isOutline || rounds.length === 0 ? [] : await loadFlowGraphs(db, rounds);
  const own = flows.filter(({ snapshot: { owner } }) => (subAgent ?? owner.subAgent) === owner.subAgent);
  return [...agents, ...own];
}
