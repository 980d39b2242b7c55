import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { processMarkSchema } from './process/process-mark.js';
import { writeFileAtomically } from './write-file-atomically.js';

const port = z.number().int().positive();
const temporalRecordSchema = z.object({
  process: processMarkSchema.optional(),
  port,
  /** The port of the proxy that people open. */
  uiPort: port.optional(),
  /** Host and port of the UI server behind the proxy. */
  uiServer: z.string().optional(),
});
const postgresRecordSchema = z.object({
  process: processMarkSchema.optional(),
  port,
  /** The folder with its data. */
  folder: z.string(),
  /** Whether that folder is deleted when the server stops. */
  isScratch: z.boolean(),
});
const serverStateSchema = z.object({
  /**
   * The folder that this file was written in. In a copied folder it differs, so the copy does not join the
   * servers of the original.
   */
  dataDir: z.string(),
  temporal: temporalRecordSchema.optional(),
  postgres: postgresRecordSchema.optional(),
});

/**
 * The entry of the Temporal server in `servers.json`. Without `process` the server is stopped, and only its
 * ports are kept.
 */
export type TemporalRecord = Readonly<z.infer<typeof temporalRecordSchema>>;
/** The entry of Postgres in `servers.json`. Without `process` it is stopped, and only its port is kept. */
export type PostgresRecord = Readonly<z.infer<typeof postgresRecordSchema>>;
/** The servers that are started here. */
export type ServerName = 'temporal' | 'postgres';
/** The contents of `<dataDir>/servers.json`. */
type ServerState = Readonly<z.infer<typeof serverStateSchema>>;

/** Reads and writes `servers.json`. Use it only while holding the start lock. */
export interface ServerStateStore {
  readonly current: () => ServerState;
  readonly update: (patch: Partial<Omit<ServerState, 'dataDir'>>) => void;
}

/** Opens `servers.json` in `dataDir` (a real path). A missing, damaged or copied file counts as empty. */
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

/** The file that a server's output goes to. */
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
