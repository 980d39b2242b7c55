import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Client } from '@temporalio/client';
import { unlessGone } from '../../temporal/delete-workflows.js';
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';
import type { Config } from '../../config.js';
import { workerDataConverter } from '../../temporal/encryption/worker-data-converter.js';
import { readKeyRing } from '../../temporal/encryption/read-key-ring.js';
import { findWorkflowBundle } from '../../worker/find-workflow-bundle.js';
import { joinDataConverters } from '../../temporal/team-options.js';
import { findSettings } from '../project/find-encryption.js';
import { usageError } from '../program/command-error.js';
import { connectTemporal } from '../system/connect-temporal.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { findSystem } from '../system/find-system.js';
import type { Output } from '../format/output.js';

interface ReplayOutcome {
  source: string;
  ok: boolean;
  error?: string;
}

export async function replay(config: Config, sources: readonly string[], output: Output): Promise<number> {
  const histories = await readHistories(config, sources);
  // Silent, because the results show the messages that matter.
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
    shutdownSignals: [],
  });
  const { encryption, temporal } = await findSettings(config);
  const team = temporal?.worker;
  const workflowBundle = await findWorkflowBundle(
    new DefaultLogger('ERROR', ({ message }) => output.note(message)),
    team,
  );
  const keys = encryption ? await readKeyRing(encryption) : undefined;
  const outcomes: ReplayOutcome[] = [];
  for (const { source, history, workflowId } of histories) {
    const unreadable = new Set<string>();
    const own = workerDataConverter(keys, { onUnreadable: (why) => unreadable.add(why) });
    const dataConverter = joinDataConverters(team?.dataConverter, own);
    try {
      await Worker.runReplayHistory({ workflowBundle, dataConverter }, history, workflowId);
      outcomes.push({ source, ok: true });
    } catch (error) {
      outcomes.push({ source, ok: false, error: [...unreadable, describeError(error)].join('\n') });
    }
  }
  output.result(outcomes, () => formatOutcomes(outcomes, output));
  return outcomes.every(({ ok }) => ok) ? EXIT_CODES.ok : EXIT_CODES.failed;
}

function formatOutcomes(outcomes: readonly ReplayOutcome[], { style }: Output): string {
  return outcomes
    .map(({ source, ok, error }) =>
      ok
        ? `${style.green('ok  ')}  ${source}`
        : `${style.red('fail')}  ${source}\n      ${(error ?? '').replaceAll('\n', '\n      ')}`,
    )
    .join('\n');
}

interface RecordedHistory {
  source: string;
  history: unknown;
  /** Threadline's Workflows check the id. Servers before 1.25 omit it. */
  workflowId?: string;
}

async function readHistories(config: Config, sources: readonly string[]): Promise<RecordedHistory[]> {
  let client: Client | undefined;
  const histories: RecordedHistory[] = [];
  try {
    for (const source of sources) {
      if (isFile(source)) {
        const history = await readHistory(source);
        histories.push({ source, history, workflowId: readWorkflowId(history) });
        continue;
      }
      client ??= await connectTemporal(config, findSystem(config));
      const history = await fetchHistory(client, source);
      histories.push({ source, history, workflowId: source });
    }
    return histories;
  } finally {
    await client?.connection.close();
  }
}

function isFile(source: string): boolean {
  return source.endsWith('.json') || existsSync(source);
}

async function fetchHistory(client: Client, workflowId: string): Promise<unknown> {
  const history = await unlessGone(client.workflow.getHandle(workflowId).fetchHistory());
  if (history) return history;
  throw usageError(
    `'${workflowId}' is neither a file nor a Workflow ID in Temporal: name a file with a history as JSON, or a Workflow ID from 'threadline executions list'`,
  );
}

async function readHistory(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw usageError(
      `History '${file}' cannot be read (${describeError(error)}): name a file with a history as JSON`,
    );
  }
}

export function readWorkflowId(history: unknown): string | undefined {
  // The SDK checks all other fields.
  type Started = { workflowExecutionStartedEventAttributes?: { workflowId?: unknown } };
  const events = (history as { events?: unknown } | null)?.events;
  const first = Array.isArray(events) ? (events[0] as Started | undefined) : undefined;
  const workflowId = first?.workflowExecutionStartedEventAttributes?.workflowId;
  return typeof workflowId === 'string' && workflowId !== '' ? workflowId : undefined;
}
