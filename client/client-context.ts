import type { Client } from '@temporalio/client';
import type { Database } from '../store/database.js';
import type { ChangeListener } from '../store/listen.js';
import type { TurnNotices } from './changes/turn-notices.js';
import type { ProgressReader } from './stream/progress-reader.js';

/** Connections and settings that the parts of a client share. */
export interface ClientContext {
  temporal: Client;
  db: Database;
  listener: ChangeListener;
  /** Tells all streams of changes which turns begin and end. */
  turnNotices: TurnNotices;
  /** Reads what streams follow, for all of them together. */
  progress: ProgressReader;
  taskQueue: string;
  /** How long a call is tried, in milliseconds. */
  timeoutMs: number;
  /** The only user there is; undefined: everybody. */
  user: string | undefined;
  /** The roles of the user: they may answer questions for one of these. */
  roles: readonly string[];
  /** The client may answer every question: it is a program's or an administrator's. */
  isOperator: boolean;
  /** Who acts by this client, by name; undefined: nobody in particular, so that reads are not noted. */
  actor: string | undefined;
  /** The actor's name in the audit log. */
  via: 'client' | 'command';
  /** Where rounds are exported to; undefined: nowhere. */
  trajectoryFolder: string | undefined;
}
