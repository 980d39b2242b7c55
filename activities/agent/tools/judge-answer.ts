import { BROKEN_INPUT, readToolAnswer } from '../../../flow/approval/read-tool-answer.js';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';
import { describeMisfit, parseToolInput } from './parse-tool-input.js';

export type Verdict =
  | { kind: 'runs'; input?: Record<string, unknown> }
  | { kind: 'refused'; reason?: string | undefined }
  | { kind: 'unfit'; problem: string };

/** Accepts any input while an MCP server is unavailable, because its schemas are then unknown. */
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
  const parsed = tool ? await parseToolInput(tool, read.input) : undefined;
  if (parsed && 'problem' in parsed) return { kind: 'unfit', problem: parsed.problem };
  return { kind: 'runs', input: read.input };
}
