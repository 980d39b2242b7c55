import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Abilities } from '../flow/needs/abilities.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import { announceWorker, removeWorker, type WorkerIdentity } from '../store/workers/live-workers.js';

/** A third of the time after which a silent worker counts as dead. */
const BEAT_MS = 15_000;

export interface AnnounceOptions {
  db: Database;
  taskQueue: string;
  self: WorkerIdentity;
  /** Read with each heartbeat, because servers of tools come and go. */
  readAbilities: () => Abilities;
  note: (level: string, message: string) => void;
}

/**
 * Announces a worker with what it has, and repeats this as a heartbeat. An outage is reported once and outlived. Returns a
 * function that ends the heartbeats and removes the worker.
 */
export async function startAnnouncing({
  db,
  taskQueue,
  self,
  readAbilities,
  note,
}: AnnounceOptions): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  await beat();
  const beating = beatOn();
  return async () => {
    stopped.abort();
    await beating;
    // A worker that cannot say so counts as dead after some heartbeats.
    await removeWorker(db, self.id).catch(() => undefined);
  };

  function beat(): Promise<void> {
    return announceWorker(db, { ...self, ...readAbilities(), taskQueue });
  }

  async function beatOn(): Promise<void> {
    let isDown = false;
    for (await pause(); !stopped.signal.aborted; await pause()) {
      try {
        await beat();
        isDown = false;
      } catch (error) {
        if (!isDown) note('WARN', `The worker could not announce itself: ${errorMessage(error)}`);
        isDown = true;
      }
    }
  }

  function pause(): Promise<void> {
    return sleep(BEAT_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
  }
}

/** Names this process for the other workers. */
export function identifyWorker(deployment: WorkerDeployment | undefined): WorkerIdentity {
  const build = deployment && `${deployment.name}.${deployment.buildId}`;
  return { id: randomUUID(), name: `${process.pid}@${hostname()}`, deployment: build };
}
