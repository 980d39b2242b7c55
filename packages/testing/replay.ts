import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toJson } from './history-summary.js';

/** Never overwrites `<folder>/<name>.json`: recordings are permanent. */
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

/** Removes values that name the recording machine. */
function withoutPlaces(key: string, value: unknown): unknown {
  return key === 'stackTrace' || key === 'identity' ? '' : value;
}

export async function listRecordings(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith('.json')).sort();
}

/** Throws a DeterminismViolationError if the bundled Workflows diverge. */
export async function replayRecording(input: {
  folder: string;
  file: string;
  bundlePath: string;
}): Promise<void> {
  const recording = await readRecording(input.folder, input.file);
  await replayHistory({ history: recording, workflowId: recording.workflowId, bundlePath: input.bundlePath });
}

/**
 * Returns the error of each file, or undefined if it replays. One worker for all files is much faster than
 * one for each.
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
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as Recording;
}

function readRunId({ workflowId, events }: Recording): string {
  return events[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId ?? workflowId;
}

/** Throws a DeterminismViolationError if the bundled Workflows diverge. */
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
