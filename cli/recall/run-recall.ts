import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Config } from '../../config.js';
import { registerFlows } from '../../store/flows/flows.js';
import { type Database, openDatabase } from '../../store/database.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { startServers } from '../../servers/index.js';
import { createEmbedder, type Embedder } from '../../models/embeddings.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { openModels } from '../project/open-models.js';
import { usageError, CommandError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import type { ProgressBar } from '../format/progress-bar.js';
import type { Output } from '../format/output.js';
import { Shutdown } from '../program/shutdown.js';
import { readRecallLine, type RecallLine } from './read-recall-line.js';
import { measureConversation } from './measure-conversation.js';
import { readSourceLines } from './read-source-lines.js';
import { RecallTally } from './recall-tally.js';
import { describeResults } from './describe-results.js';
import { OFFLINE_MODEL } from './offline-model-id.js';
import type { ChatSummarizer } from './summarize-chat.js';
import { randomUUID } from 'node:crypto';
import { migrate } from '../../store/migrate.js';
import { runStatement } from '../../store/run-statement.js';

interface RunRecallInput {
  config: Config;
  path: string;
  standardInput: Readable;
  budgets: readonly number[];
  isCompared: boolean;
  summaryModel: string;
  embeddingModel: string | undefined;
  output: Output;
  progress: ProgressBar;
}

const FLOW: FlowDefinition = { slug: 'recall', name: 'Recall', nodes: [], edges: [] };
/** With an address, no Temporal server starts. Nothing connects to this one. */
const NO_TEMPORAL = '127.0.0.1:0';

async function openSummarizer({ config, summaryModel: model }: RunRecallInput): Promise<ChatSummarizer> {
  const models = model === OFFLINE_MODEL ? createModelRegistry({}) : await openModels(config);
  // Fails before any server starts.
  await models.resolve(model);
  return { model, models };
}

export async function runRecall(input: RunRecallInput): Promise<number> {
  const { config, output, budgets } = input;
  if (input.path !== '-') await requireFile(input.path);
  const summarizer = await openSummarizer(input);
  const embedder =
    input.embeddingModel === undefined ? undefined : createEmbedder(input.embeddingModel, config.model);
  const shutdown = new Shutdown();
  try {
    const servers = await startServers({
      dataDir: config.dataDir,
      temporalAddress: NO_TEMPORAL,
      databaseUrl: config.databaseUrl,
      onProgress: (line) => output.note(line),
    });
    try {
      const tally = new RecallTally(budgets);
      const { bad } = await withScratchDatabase(servers.postgres.url, (db) =>
        measure(db, { ...input, tally, summarizer, embedder, signal: shutdown.signal }).catch(
          (error: unknown) => {
            input.progress.clear();
            if (shutdown.signal.aborted) return { bad: 0 };
            throw error;
          },
        ),
      );
      const code = shutdown.exitCode();
      if (code !== undefined) return code;
      const results = tally.results();
      const printed = results.map((result) => ({ ...result, summaryModel: input.summaryModel }));
      output.result(printed, () => describeResults(results, input.summaryModel));
      return bad > 0 ? EXIT_CODES.failed : EXIT_CODES.ok;
    } finally {
      await servers.stop();
    }
  } finally {
    shutdown.dispose();
  }
}

async function measure(
  db: Database,
  {
    path,
    standardInput,
    output,
    tally,
    signal,
    progress,
    isCompared,
    summarizer,
    embedder,
  }: RunRecallInput & {
    tally: RecallTally;
    summarizer: ChatSummarizer;
    embedder: Embedder | undefined;
    signal: AbortSignal;
  },
): Promise<{ bad: number }> {
  await registerFlows(db, [FLOW]);
  let bad = 0;
  for await (const { text, line: at, number } of readSourceLines({ path, standardInput })) {
    const place = `Line ${at}`;
    if (signal.aborted) break;
    const line = parseLine(text);
    if (typeof line === 'string') {
      bad += 1;
      output.note(`${place}: ${line}`);
      continue;
    }
    output.note(`${place}: ${line.messages.length} messages, ${line.questions.length} questions`);
    const { length: questions } = line.questions;
    const { length: messages } = line.messages;
    await measureConversation(db, {
      line,
      number,
      flow: FLOW,
      summarizer,
      embedder,
      tally,
      isCompared,
      signal,
      onCovered: (through) =>
        progress.show(through, messages, `${place}: ${through} of ${messages} messages summarized`),
      onEmbedded: (passages) => progress.show(passages, passages, `${place}: ${passages} passages embedded`),
      onAsked: (asked) => progress.show(asked, questions, `${place}: ${asked} of ${questions} questions`),
    });
    progress.clear();
  }
  return { bad };
}

function parseLine(text: string): RecallLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `It is not JSON (${describeError(error)}): give one conversation per line`;
  }
  try {
    return readRecallLine(value);
  } catch (error) {
    return describeError(error);
  }
}

async function requireFile(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw usageError(`File '${path}' cannot be read (${describeError(error)}): name another one`);
  }
}

async function withScratchDatabase<Result>(
  serverUrl: string,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const name = `threadline_recall_${randomUUID().slice(0, 8)}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    await runStatement(serverUrl, `create database ${name}`);
  } catch (cause) {
    throw new CommandError(
      `Cannot create a database for the evaluation (${describeError(cause)}): let DATABASE_URL's user create one, or unset it`,
      { cause },
    );
  }
  try {
    const db = openDatabase({ url: url.href });
    try {
      await migrate(db);
      return await use(db);
    } finally {
      await db.destroy();
    }
  } finally {
    // `force` would also end autovacuum, but needs a superuser.
    await runStatement(serverUrl, `drop database if exists ${name}`);
  }
}
