import type { RunShell } from './run-shell.js';

/** Where the package is tried, and with what. */
export interface Workbench {
  /** Holds all of it. */
  readonly folder: string;
  /** The project that uses the package. */
  readonly project: string;
  /** For temporary files of what is run. */
  readonly scratch: string;
  readonly runShell: RunShell;
}
