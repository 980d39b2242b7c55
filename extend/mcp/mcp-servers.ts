import type { Approvers } from '../../protocol/approvers.js';

export interface McpCallSettings {
  /** Milliseconds that a call may take without an answer or progress, at most 540,000. Default: 60,000. */
  timeoutMs?: number;
  /**
   * The calls that need an approval: `true` for all calls, or tool names and patterns such as `['write_*',
   * 'move_file']`. Default: none. The worker's log reports names that match no tool.
   */
  approve?: boolean | readonly string[];
  /**
   * Who is asked: `user` (default: the requesting user), `staff` (callers with a role of `approvers`), or a list of
   * roles.
   */
  approveBy?: Approvers;
  /** Seconds to wait for an approval, at most a year. The call is then refused. Default: 604,800, a week. */
  approvalSeconds?: number;
}

/** A server process, which is connected over standard input and output. */
export interface McpProcess extends McpCallSettings {
  /** The program: `npx` or a path. It is started without a shell. */
  command: string;
  /** Arguments of the program. Default: none. */
  args?: readonly string[];
  /**
   * Variables in addition to HOME, LOGNAME, PATH, SHELL, TERM and USER. The worker's keys are hidden. Default: none.
   */
  env?: Readonly<Record<string, string>>;
  /** The working directory. Default: the worker's. */
  cwd?: string;
}

export interface McpEndpoint extends McpCallSettings {
  /** An `http://` or `https://` address. Redirects are followed only within its origin. */
  url: string;
  /** Headers of every request, such as keys. Default: none. */
  headers?: Readonly<Record<string, string>>;
}

/** A Model Context Protocol server: a process or an endpoint. */
export type McpServer = McpProcess | McpEndpoint;

/** Servers by name. The name becomes a prefix: `read_file` of `files` is `files__read_file`. */
export type McpServers = Readonly<Record<string, McpServer>>;
