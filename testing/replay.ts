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
  const recording = JSON.parse(await readFile(join(input.folder, input.file), 'utf8')) as {
    workflowId: string;
  };
  await replayHistory({ history: recording, workflowId: recording.workflowId, bundlePath: input.bundlePath });
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
