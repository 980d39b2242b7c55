import type { Approvers } from '../../protocol/approvers.js';

export interface McpCallSettings {
  /** Milliseconds without an answer or progress, at most 540,000; default 60,000. */
  timeoutMs?: number;
  /**
   * Calls that need approval: `true` for all, or tool names and patterns: `['write_*', 'move_file']`. Default: none.
   * The worker's log reports names without a tool.
   */
  approve?: boolean | readonly string[];
  /** Who is asked: `user` (default: the requesting user), `staff` (a role of `approvers`), or a list of roles. */
  approveBy?: Approvers;
  /** Seconds to wait for approval, at most a year; then the call is refused. Default 604,800, a week. */
  approvalSeconds?: number;
}

/** A server process, connected over standard input and output. */
export interface McpProcess extends McpCallSettings {
  /** The program, `npx` or a path; started without a shell. */
  command: string;
  /** Default: none. */
  args?: readonly string[];
  /** Added to HOME, LOGNAME, PATH, SHELL, TERM and USER; the worker's keys are hidden. Default: none. */
  env?: Readonly<Record<string, string>>;
  /** Working directory; default: the worker's. */
  cwd?: string;
}

export interface McpEndpoint extends McpCallSettings {
  /** `http://` or `https://`; redirects are followed only within its origin. */
  url: string;
  /** For every request. Put keys here. Default: none. */
  headers?: Readonly<Record<string, string>>;
}

/** A Model Context Protocol server: a process or an endpoint. */
export type McpServer = McpProcess | McpEndpoint;

/** Prefixes tools: `read_file` of `files` is `files__read_file`. */
export type McpServers = Readonly<Record<string, McpServer>>;
