import { BROKEN_INPUT, readToolAnswer } from '../../../flow/approval/read-tool-answer.js';
import type { ToolDefinition } from '../../../tools/define-tool.js';
import { describeMisfit, parseToolInput } from './parse-tool-input.js';

/** The decision on a call that a person was asked about: it runs, perhaps with another input, or it does not. */
export type Verdict =
  | { kind: 'runs'; input?: Record<string, unknown> }
  | { kind: 'refused'; reason?: string | undefined }
  /** The input does not fit the tool's schema: the changed one, or what was asked about. */
  | { kind: 'unfit'; problem: string };

/**
 * Reads the answer about a call of the tool: whether the call may run, or the output of a page. A message is not an output. A tool of a
 * server that is down accepts any input.
 */
export async function judgeAnswer(
  tool: ToolDefinition | undefined,
  { answer, isMessage, input }: { answer: string; isMessage: boolean; input: unknown },
): Promise<Verdict> {
  if (tool?.runsIn === 'page') return { kind: isMessage ? 'refused' : 'runs' };
  const read = readToolAnswer(answer);
  if (read.kind === 'yes') {
    const reason = tool && (await describeMisfit(tool, input));
    if (reason === undefined) return { kind: 'runs' };
    return { kind: 'unfit', problem: `This can no longer run: its input does not fit the tool: ${reason}` };
  }
  if (read.kind === 'no') return { kind: 'refused', reason: read.reason };
  if (read.kind === 'broken') return { kind: 'unfit', problem: BROKEN_INPUT };
  const parsed = tool === undefined ? undefined : await parseToolInput(tool, read.input);
  if (parsed !== undefined && 'problem' in parsed) return { kind: 'unfit', problem: parsed.problem };
  return { kind: 'runs', input: read.input };
}
