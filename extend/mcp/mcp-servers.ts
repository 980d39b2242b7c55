import type { Approvers } from '../../protocol/approvers.js';

export interface McpCallSettings {
  /** The longest wait for an answer or progress, at most 540,000. Default: 60,000. */
  timeoutMs?: number;
  /**
   * `true` for all calls, or tool names and patterns such as `['write_*', 'move_file']`. Default: none. The
   * worker's log reports names that match no tool.
   */
  approve?: boolean | readonly string[];
  /** `user` (default: the requesting user), `staff` (callers with a role of `approvers`), or roles. */
  approveBy?: Approvers;
  /** A call without an answer is refused after this time, at most a year. Default: 604,800, a week. */
  approvalSeconds?: number;
}

/** A process with standard input and output. */
export interface McpProcess extends McpCallSettings {
  /** `npx` or a path, started without a shell. */
  command: string;
  /** Arguments of the program. Default: none. */
  args?: readonly string[];
  /** Added to HOME, LOGNAME, PATH, SHELL, TERM and USER. The worker's keys are hidden. Default: none. */
  env?: Readonly<Record<string, string>>;
  /** The working directory. Default: the worker's. */
  cwd?: string;
}

export interface McpEndpoint extends McpCallSettings {
  /** An `http://` or `https://` address. Redirects must stay within its origin. */
  url: string;
  /** Headers of every request, such as keys. Default: none. */
  headers?: Readonly<Record<string, string>>;
}

export type McpServer = McpProcess | McpEndpoint;

/** A server's name becomes a prefix: `read_file` of `files` is `files__read_file`. */
export type McpServers = Readonly<Record<string, McpServer>>;
