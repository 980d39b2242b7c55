import type { RunShell } from './run-shell.js';

export interface Workbench {
  readonly folder: string;
  readonly project: string;
  readonly newProject: string;
  readonly scratch: string;
  readonly runShell: RunShell;
}
