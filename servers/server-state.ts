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
  uiServer: z.string().optional(),
});
const postgresRecordSchema = z.object({
  process: processMarkSchema.optional(),
  port,
  folder: z.string(),
  isScratch: z.boolean(),
});
const serverStateSchema = z.object({
  /** The original folder: a copied one must not join its servers. */
  dataDir: z.string(),
  temporal: temporalRecordSchema.optional(),
  postgres: postgresRecordSchema.optional(),
});

export type TemporalRecord = Readonly<z.infer<typeof temporalRecordSchema>>;
/** Without `process`, the server is stopped but its port is reserved. */
export type PostgresRecord = Readonly<z.infer<typeof postgresRecordSchema>>;
export type ServerName = 'temporal' | 'postgres';
type ServerState = Readonly<z.infer<typeof serverStateSchema>>;

export interface ServerStateStore {
  readonly current: () => ServerState;
  readonly update: (patch: Partial<Omit<ServerState, 'dataDir'>>) => void;
}

/** A `servers.json` that is missing, damaged or copied counts as empty. */
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

export function serverLogFile(dataDir: string, name: ServerName): string {
  return path.join(dataDir, `${name}.log`);
}

function readState(file: string, dataDir: string): ServerState {
  try {
    const state = serverStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return state.dataDir === dataDir ? state : { dataDir };
  } catch {
    return { dataDir };
  }
}
