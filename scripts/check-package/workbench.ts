import type { RunShell } from './run-shell.js';

export interface Workbench {
  readonly folder: string;
  readonly project: string;
  /** Empty, for `threadline init`. */
  readonly newProject: string;
  readonly scratch: string;
  readonly runShell: RunShell;
}
