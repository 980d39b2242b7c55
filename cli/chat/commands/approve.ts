import type { OpenApproval } from '../../../views/approval.js';
import { oneLine, printable } from '../../format/printable.js';
import type { SlashCommand } from './slash-command.js';

export const approveCommand: SlashCommand = {
  name: 'approve',
  argument: '[n answer]',
  help: 'list the open questions of this conversation, or answer one: /approve 1 yes',
  isObeyedDuringAnswers: true,
  async obey({ chat: { conversation, executions }, argument, write }) {
    const all = await executions.waiting({ limit: 1_000 });
    const open = all.filter(({ executionId }) => executionId.startsWith(`${conversation.workflowId}/`));
    if (argument === '') {
      write(`${formatQuestions(open)}\n`);
      return undefined;
    }
    const { place, answer } = readAnswer(argument);
    const question = open[place - 1];
    if (!question) throw new Error(`Question ${place} is not open: /approve lists the open ones`);
    const { executionId, nodeId, iteration, call } = question;
    const { outcome } = await executions.answer(executionId, {
      answer,
      nodeId,
      iteration,
      call: call ?? undefined,
    });
    write(`(${oneLine(nodeId)} ${outcome})\n`);
    return undefined;
  },
};

export function readAnswer(argument: string): { place: number; answer: string } {
  const [, place = '', answer = ''] = /^(\d{1,4})\s+(\S[\s\S]*)$/.exec(argument) ?? [];
  if (answer === '') throw new Error('Name the question and the answer: /approve 1 yes');
  return { place: Number(place), answer };
}

function formatQuestions(open: readonly OpenApproval[]): string {
  if (open.length === 0) return 'No open questions';
  return open
    .map(({ nodeId, iteration, prompt }, index) => {
      const item = iteration === '' ? '' : `, item ${iteration}`;
      return `${index + 1}. ${printable(prompt)} (${oneLine(nodeId)}${item})`;
    })
    .concat('Answer with /approve 1 yes; any other word cancels')
    .join('\n');
}
