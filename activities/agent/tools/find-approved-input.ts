import { listToolCalls } from '../../../context/trace-content.js';
import { readToolAnswer } from '../../../flow/approval/read-tool-answer.js';
import { findModelCall } from '../../../store/calls/find-model-call.js';
import type { Database } from '../../../store/database.js';
import { findLastApprovedCall } from '../../../store/nodes/last-approved-call.js';

/** Finds the input of the tool's call that the user approved last. Returns undefined if there is none. */
export async function findApprovedInput(
  db: Database,
  { userId, toolName }: { userId: string | null; toolName: string },
): Promise<{ input: unknown } | undefined> {
  const approved = userId === null ? undefined : await findLastApprovedCall(db, { userId, toolName });
  if (approved === undefined) return undefined;
  const answer = readToolAnswer(approved.answer ?? '');
  if (answer.kind === 'changed') return { input: answer.input };
  const { content } = (await findModelCall(db, approved)) ?? {};
  const call = listToolCalls(content ?? [])[approved.ordinal - 1];
  return call && { input: call.input };
}
