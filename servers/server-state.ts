import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { processMarkSchema } from './process/process-mark.js';
import { writeFileAtomically } from './write-file-atomically.js';

const port = z.number().int().positive();
const temporalRecordSchema = z.object({
  process: processMarkSchema.optional(),
  port,
  uiPort: port.optional(),
});
const postgresRecordSchema = z.object({
  process: processMarkSchema.optional(),
  port,
  /** The folder of its data. */
  folder: z.string(),
  /** Whether that folder is thrown away when the server stops. */
  isScratch: z.boolean(),
});
const serverStateSchema = z.object({
  /** The folder this file was written in: a copied folder must not join the servers of the original. */
  dataDir: z.string(),
  temporal: temporalRecordSchema.optional(),
  postgres: postgresRecordSchema.optional(),
});

/** What `servers.json` says of the Temporal server; without `process` it is stopped and only its ports are kept. */
export type TemporalRecord = Readonly<z.infer<typeof temporalRecordSchema>>;
/** What `servers.json` says of the Postgres; without `process` it is stopped and only its port is kept. */
export type PostgresRecord = Readonly<z.infer<typeof postgresRecordSchema>>;
/** The contents of `<dataDir>/servers.json`. */
type ServerState = Readonly<z.infer<typeof serverStateSchema>>;

/** Reads and writes `servers.json`. To be used under the start lock only. */
export interface ServerStateStore {
  readonly current: () => ServerState;
  readonly update: (patch: Partial<Omit<ServerState, 'dataDir'>>) => void;
}

/** Opens `servers.json` of `dataDir` (a real path). A missing, damaged or copied file counts as empty. */
export function openServerState(dataDir: string): ServerStateStore {
  const file = path.join(dataDir, 'servers.json');
  let state = readState(file, dataDir);
  return {
    current: () => state,
    update: (patch) => {
      state = { ...state, ...patch };
      writeFileAtomically(file, JSON.stringify(state, null, 2));
    },
  };
}

function readState(file: string, dataDir: string): ServerState {
  try {
    const state = serverStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return state.dataDir === dataDir ? state : { dataDir };
  } catch {
    return { dataDir };
  }
}
