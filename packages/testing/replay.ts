import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toJson } from './history-summary.js';

/** Writes a Workflow's history to `<folder>/<name>.json`. Never overwrites: recordings are kept for ever. */
export async function recordHistory(
  handle: WorkflowHandle,
  file: { folder: string; name: string },
): Promise<void> {
  await mkdir(file.folder, { recursive: true });
  const history = toJson(await handle.fetchHistory());
  const recording = { workflowId: handle.workflowId, ...history };
  await writeFile(join(file.folder, `${file.name}.json`), JSON.stringify(recording, withoutPlaces), {
    flag: 'wx',
  });
}

/** Stack traces and identities tell of the machine that recorded, and replay needs neither. */
function withoutPlaces(key: string, value: unknown): unknown {
  return key === 'stackTrace' || key === 'identity' ? '' : value;
}

/** Names of the recordings in a folder, sorted. */
export async function listRecordings(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith('.json')).sort();
}

/** Replays a recording against bundled Workflows. Throws the DeterminismViolationError when they have changed. */
export async function replayRecording(input: {
  folder: string;
  file: string;
  bundlePath: string;
}): Promise<void> {
  const recording = await readRecording(input.folder, input.file);
  await replayHistory({ history: recording, workflowId: recording.workflowId, bundlePath: input.bundlePath });
}

/**
 * Replays many recordings with one worker, which takes a fraction of the time of a worker each. Returns the error of
 * each file; undefined: it replays.
 */
export async function replayRecordings(input: {
  folder: string;
  files: readonly string[];
  bundlePath: string;
}): Promise<Map<string, unknown>> {
  const outcomes = new Map<string, unknown>();
  const fileOfRun = new Map<string, string>();
  async function* histories(): AsyncGenerator<{ workflowId: string; history: unknown }> {
    for (const file of input.files) {
      const recording = await readRecording(input.folder, file);
      fileOfRun.set(readRunId(recording), file);
      yield { workflowId: recording.workflowId, history: recording };
    }
  }
  const options = { workflowBundle: { codePath: input.bundlePath } };
  for await (const { runId, error } of Worker.runReplayHistories(options, histories()))
    outcomes.set(fileOfRun.get(runId) ?? runId, error);
  return outcomes;
}

interface Recording {
  workflowId: string;
  events: readonly { workflowExecutionStartedEventAttributes?: { originalExecutionRunId?: string } }[];
}

async function readRecording(folder: string, file: string): Promise<Recording> {
  // Parse boundary: what `recordHistory` wrote.
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as Recording;
}

/** Its first event names the run, which tells two runs of one Workflow apart. */
function readRunId({ workflowId, events }: Recording): string {
  return events[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId ?? workflowId;
}

/** Replays a history, as JSON, against bundled Workflows. */
export async function replayHistory(input: {
  history: unknown;
  workflowId: string;
  bundlePath: string;
}): Promise<void> {
  await Worker.runReplayHistory(
    { workflowBundle: { codePath: input.bundlePath } },
    input.history,
    input.workflowId,
  );
}
