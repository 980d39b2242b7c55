import { activityInfo } from '@temporalio/activity';
import { wellFormed } from '../../context/text/well-formed.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import { countPictureTokens } from '../../models/counting/count-image-tokens.js';
import { acceptTurns } from '../../store/conversation/accept-turns.js';
import type { ActivityDependencies } from '../dependencies.js';
import { ROLLOVER_EVENTS } from '../../protocol/limits.js';
import { parentWorkflowId } from '../../protocol/ids.js';
import { refuseOverLimit } from '../../protocol/user-limits.js';
import { countMessage } from '../../models/counting/count-message.js';
import { toStorable } from '../../flow/values/to-storable.js';
import { findStorageProblem } from './find-storage-problem.js';
import { readInlineFiles, readInlineParts } from './read-inline-files.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { NewTurn, StoreTurnsInput, StoreTurnsResult } from '../../protocol/activities/conversation.js';
import { askedOutputProblem } from '../../flow/graph/asked-output-problem.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { Database } from '../../store/database.js';
import { findPinnedVersion } from '../../store/flows/flows.js';
import { loadFlow } from '../load-flow.js';

export function createStoreTurns(dependencies: ActivityDependencies) {
  const { db, searchAttributes, userLimits, userSlots, onPoint } = dependencies;
  return async function storeTurns(input: StoreTurnsInput): Promise<StoreTurnsResult> {
    await onPoint?.('storeTurns.before');
    userSlots.note(input.user);
    const { anchor, ...rest } = input;
    const { turns, uploads, refused } = await readInlineFiles(input.turns, {
      user: input.user,
      findProblem: (files) =>
        findStorageProblem(db, { user: input.user, limit: userLimits.storedBytes, files }),
    });
    const result = await acceptTurns(db, {
      ...rest,
      taskQueue: activityInfo().taskQueue,
      turns: turns.map(withStorableData),
      repeated: await Promise.all((input.repeated ?? []).map((turn) => readRepeated(turn, input.user))),
      uploads,
      ...(anchor && { anchor: { ...anchor, parentId: parentWorkflowId(input, anchor) } }),
      workflowId: callerWorkflowId(),
      maxTurns: userLimits.turns,
      maxStoredBytes: userLimits.storedBytes,
      countTokens: countMessage,
      countPicture: countPictureTokens,
      clean: wellFormed,
      refuseOutput: await outputCheck(db, input),
    });
    await onPoint?.('storeTurns.after');
    if (result.kind !== 'accepted') return result;
    const notStored = [...refused, ...(result.refused ?? [])];
    return {
      kind: 'ok',
      turns: result.turns.map(({ turnId, kind, status, whileRunning }) => ({
        id: turnId,
        ...(kind !== 'message' && { kind }),
        ...(isFinal(status) && { ended: status }),
        ...(whileRunning !== null && { whileRunning }),
        ...(status === 'running' && { hasBegun: true as const }),
      })),
      ...(result.joined.length > 0 && { joined: result.joined }),
      ...(result.answers.length > 0 && { answers: result.answers }),
      refused: result.refused,
      ...(result.changes && { changes: result.changes }),
      drops: result.drops,
      ...(result.missingTexts.length > 0 && { missingTexts: result.missingTexts }),
      ...(notStored.length > 0 && { refused: notStored }),
      ...(result.overLimit && {
        overLimit: {
          turnIds: result.overLimit,
          ...refuseOverLimit({ user: input.user, limit: 'turns', value: userLimits.turns ?? 0 }),
        },
      }),
      conflicts: result.conflicts,
      repeatConflicts: result.repeatConflicts,
      searchAttributes: searchAttributes(),
      rolloverEvents: ROLLOVER_EVENTS,
    };
  };
}

/** A turn whose file was rejected is a conflict when it is sent again. */
async function readRepeated(turn: NewTurn, user: string): Promise<NewTurn> {
  const storable = withStorableData(turn);
  if (!turn.parts) return storable;
  return { ...storable, parts: (await readInlineParts(turn.parts, { user })).parts };
}

function withStorableData(turn: NewTurn): NewTurn {
  return turn.data ? { ...turn, data: toStorable(turn.data) as MessageData } : turn;
}

/** Loads the flow first, because turns are stored in a transaction. */
async function outputCheck(
  db: Database,
  { flow: slug, turns }: Pick<StoreTurnsInput, 'flow' | 'turns'>,
): Promise<((schema: JsonSchema) => string | undefined) | undefined> {
  if (!turns.some(({ output }) => output)) return undefined;
  const current = await findPinnedVersion(db, slug);
  const flow = current && (await loadFlow(db, slug, current.version));
  return flow && ((schema) => askedOutputProblem(flow, schema));
}
