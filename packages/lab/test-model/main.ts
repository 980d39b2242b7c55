import { Command } from 'commander';
import { summarizeRequest } from '../../../context/summary/summary-requests.js';
import { parseWholeNumber } from '../../../cli/program/options.js';
import { holdChat, type HeldChat, type HeldTurn } from './hold-chat.js';
import { installModel } from './install-model.js';
import { openModel } from './open-model.js';
import { serveModel, type ServedCall } from './serve-model.js';

const MAX_HIDDEN_CHARACTERS = 6_000;

async function run({ turns, context, say }: { turns: number; context: number; say?: true }): Promise<void> {
  console.error('Getting the model; the first time takes a minute');
  const model = await openModel(installModel(), context);
  const endpoint = await serveModel(model);
  let number = 0;
  console.log('turn      ms  first token ms  calls    sent  cached  written  after   shown  hidden');
  try {
    const chat = await holdChat(endpoint, {
      turns,
      onTurn(turn) {
        number += 1;
        console.log(formatTurn(number, turn));
        if (say)
          for (const { text } of turn.calls) console.log(`      | ${text.replaceAll('\n', '\n      | ')}`);
      },
    });
    console.log(formatChat(chat));
    const problems = findProblems(chat, context);
    for (const problem of problems) console.error(problem);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await endpoint.stop();
  }
}

const [SUMMARIZER] = summarizeRequest({ transcript: '', tokens: 1, key: '' });

function isAfterTurn({ messages }: ServedCall): boolean {
  return JSON.stringify(messages).includes(JSON.stringify(SUMMARIZER?.content));
}

function countHidden({ calls, shown }: HeldTurn): number {
  const own = calls.filter((call) => !isAfterTurn(call));
  return Math.max(0, own.reduce((sum, { text }) => sum + text.length, 0) - shown);
}

function formatTurn(number: number, turn: HeldTurn): string {
  const { milliseconds, shown, failure, calls } = turn;
  const sum = (of: 'promptTokens' | 'cachedTokens' | 'completionTokens'): number =>
    calls.reduce((total, call) => total + call[of], 0);
  const columns = [
    [number, 4],
    [Math.round(milliseconds), 8],
    [Math.round(calls[0]?.firstTokenMs ?? 0), 16],
    [calls.length, 7],
    [sum('promptTokens'), 8],
    [sum('cachedTokens'), 8],
    [sum('completionTokens'), 9],
    [turn.calls.filter(isAfterTurn).reduce((total, call) => total + call.completionTokens, 0), 7],
    [shown, 8],
    [countHidden(turn), 8],
  ] as const;
  const cells = columns.map(([value, width]) => String(value).padStart(width)).join('');
  return failure === undefined ? cells : `${cells}  ${failure}`;
}

function formatChat({ turns, window, reserve, summaries, warnings }: HeldChat): string {
  const times = turns.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const at = (share: number): number => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
  return [
    '',
    'Sent, cached and written are tokens of the model, and so is what of it was written after the turn before; shown and hidden are characters.',
    `Window ${window}, of which ${reserve} for the answer. A turn took ${at(0.5)} ms in the middle and at most ${at(1)} ms.`,
    ...summaries.map(
      ({ way, status, reason }) => `Summary, ${way}: ${status}${reason === null ? '' : ` (${reason})`}`,
    ),
    ...warnings,
  ].join('\n');
}

function findProblems({ turns, window }: HeldChat, context: number): string[] {
  const problems = turns.flatMap((turn, index) => {
    const hidden = countHidden(turn);
    if (turn.failure !== undefined) return [`Turn ${index + 1} failed: ${turn.failure}`];
    return hidden > MAX_HIDDEN_CHARACTERS ? [`Turn ${index + 1} hid ${hidden} characters`] : [];
  });
  if (window !== context) problems.push(`Calls were planned for a window of ${window}, not ${context}`);
  return problems;
}

await new Command('npm run test:model --')
  .description(
    'Chats with a real model of 135 million parameters that runs on this machine, and prints how long each turn took, the tokens, and what the model wrote that nobody was shown. Ends with 1 when a turn failed, or too much was hidden.',
  )
  .option('--turns <count>', 'turns of the chat', parseWholeNumber(1_000), 20)
  .option('--context <tokens>', 'the window that the endpoint reports', parseWholeNumber(8_192), 4_096)
  .option('--say', 'print what the model wrote, too')
  .action(run)
  .parseAsync();
