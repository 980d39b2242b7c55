import type { Approval } from '../../../views/approval.js';
import { oneLine, printable } from '../../format/printable.js';
import type { SlashCommand } from './slash-command.js';

export const approveCommand: SlashCommand = {
  name: 'approve',
  argument: '[n answer]',
  help: 'list the open questions of this conversation, or answer one: /approve 1 yes',
  isObeyedDuringAnswers: true,
  async obey({ chat, argument, write }) {
    const { conversation, executions, approvals } = chat;
    const list = async () => (await approvals.list({ execution: conversation.workflowId })).approvals;
    if (argument === '') {
      chat.listed = await list();
      write(`${formatQuestions(chat.listed)}\n`);
      return undefined;
    }
    const { place, answer } = readAnswer(argument);
    // The number of the shown list, because others may have been answered since.
    const open = await list();
    const question = (chat.listed ?? open)[place - 1];
    if (!question || !open.some((other) => isSame(other, question)))
      throw new Error(`Question ${place} is not open: /approve lists the open ones`);
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

function isSame(one: Approval, other: Approval): boolean {
  const { executionId, nodeId, iteration, call } = other;
  return (
    one.executionId === executionId &&
    one.nodeId === nodeId &&
    one.iteration === iteration &&
    one.call === call
  );
}

export function readAnswer(argument: string): { place: number; answer: string } {
  const [, place = '', answer = ''] = /^(\d{1,4})\s+(\S[\s\S]*)$/.exec(argument) ?? [];
  if (answer === '') throw new Error('Name the question and the answer: /approve 1 yes');
  return { place: Number(place), answer };
}

function formatQuestions(open: readonly Approval[]): string {
  if (open.length === 0) return 'No open questions';
  return open
    .map(({ nodeId, iteration, prompt }, index) => {
      const item = iteration === '' ? '' : `, item ${iteration}`;
      return `${index + 1}. ${printable(prompt)} (${oneLine(nodeId)}${item})`;
    })
    .concat('Answer with /approve 1 yes. A JSON object runs the call with that input; any other text refuses')
    .join('\n');
}
