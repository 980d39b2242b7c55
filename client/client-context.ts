import type { Client } from '@temporalio/client';
import type { Database } from '../store/database.js';
import type { ChangeListener } from '../store/listen.js';
import type { TurnNotices } from './changes/turn-notices.js';
import type { CallPlanner } from './explain/call-planner.js';
import type { ProgressReader } from './stream/progress-reader.js';

export interface ClientContext {
  temporal: Client;
  db: Database;
  listener: ChangeListener;
  turnNotices: TurnNotices;
  progress: ProgressReader;
  taskQueue: string;
  timeoutMs: number;
  user: string | undefined;
  roles: readonly string[];
  /** True if the client may answer every question. */
  isOperator: boolean;
  /** Without it, reads are not audited. */
  actor: string | undefined;
  via: 'client' | 'command';
  trajectoryFolder: string | undefined;
  planner: CallPlanner | undefined;
}
