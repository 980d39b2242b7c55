import { InvalidArgumentError, Option, type Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';
import { createProgressBar } from '../format/progress-bar.js';
import { parseWholeNumber } from '../program/options.js';
import { OFFLINE_MODEL } from './offline-model-id.js';

const MORE = `
Each line is one conversation, messages oldest first:
  { "messages": [{ "id", "role": "user" or "assistant", "name"?, "text", "time"? }],
    "questions": [{ "question", "evidence": [ids], "type"?, "answer"? }] }

Stores and indexes each conversation as any other, in its own database, which is dropped in the end, and asks for
each question and budget what would be put before a model: the newest messages and passages found in the older ones,
dates and names counted, the question itself not. Prints for each budget
{ "tokens", "questions", "share", "sentenceShare", "summaryShare", "summaryModel", "medianMs", "types"?, "bm25"? }: the
share of questions whose evidence was all there and whole, and the share of the evidence's most telling sentences that
were there, 0 to 1; both again for each type of questions, and for plain BM25 over whole messages where it is compared.

"summaryShare" is the share of these sentences that the chat's summary of 800 tokens includes, which is sent beside the
passages and not counted: it has all numbers of a sentence and most of its words. Summaries are made as in a chat that is
held here, a call for every ten messages, by '--summary-model'; without it no model is called, and the offline model picks
sentences by rules, which shows what facts put back and the budget hold, and nothing of how a model summarizes.
Uses DATABASE_URL, whose user must be allowed to create a database, else the Postgres of 'threadline dev'.

Example:
  threadline recall chats.jsonl --tokens 2000,4000 --compare bm25
  threadline recall chats.jsonl --embedding-model local
  threadline recall chats.jsonl --summary-model openai:gpt-4o-mini`;

interface RecallOptions {
  tokens: number[];
  compare?: 'bm25';
  summaryModel: string;
  embeddingModel?: string;
  json?: boolean;
}

const MAX_TOKENS = 10_000_000;
const MAX_BUDGETS = 20;

export function createRecallCommand(): Command {
  return newCommand('recall', 'measure how often the context contains the evidence for a question')
    .argument('<file>', "JSON lines; '-' for standard input")
    .option('--tokens <list>', 'context sizes in tokens', budgets, [1_000, 2_000, 4_000, 8_000])
    .addOption(new Option('--compare <method>', 'also measure another method').choices(['bm25']))
    .option('--summary-model <model>', 'model for the summaries', OFFLINE_MODEL)
    .option('--embedding-model <model>', "also find passages by meaning: 'local' or 'openai:<model>'")
    .addHelpText('after', MORE)
    .action(async (path: string, options: RecallOptions) => {
      const { readConfig } = await import('../../config.js');
      const { runRecall } = await import('./run-recall.js');
      process.exitCode = await runRecall({
        config: readConfig(),
        path,
        standardInput: process.stdin,
        budgets: options.tokens,
        isCompared: options.compare !== undefined,
        summaryModel: options.summaryModel,
        embeddingModel: options.embeddingModel,
        output: createOutput(options),
        progress: createProgressBar(process.stderr),
      });
    });
}

function budgets(value: string): number[] {
  const read = parseWholeNumber(MAX_TOKENS);
  const all = [...new Set(value.split(',').map((part) => read(part.trim())))];
  if (all.length > MAX_BUDGETS) throw new InvalidArgumentError(`It must be at most ${MAX_BUDGETS} numbers`);
  return all.sort((one, other) => one - other);
}
