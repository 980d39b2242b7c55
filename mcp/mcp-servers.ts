import type { Approvers } from '../protocol/approvers.js';

/** The settings for the calls of any server. */
export interface McpCallSettings {
  /** Milliseconds that a call may go without an answer or a sign of progress, at most 540,000; default 60,000. */
  timeoutMs?: number;
  /**
   * Whether a person is asked before a call runs: `true` for every tool, or names and patterns of its tools, with or without
   * the server's own: `['write_*', 'move_file']`. Default: nobody is. What fits no tool is told in the worker's log.
   */
  approve?: boolean | readonly string[];
  /** Who is asked: `user` (default: the requesting user), `staff` (callers with a role of `approvers`), or a list of roles. */
  approveBy?: Approvers;
  /** Seconds that a person has to answer, at most a year; then the call is refused. Default 604,800, a week. */
  approvalSeconds?: number;
}

/** A server that the worker starts as a process and talks to over its standard input and output. */
export interface McpProcess extends McpCallSettings {
  /** The program, `npx` or a path; it is started without a shell. */
  command: string;
  /** Its arguments; default: none. */
  args?: readonly string[];
  /** Its environment, beside HOME, LOGNAME, PATH, SHELL, TERM and USER; no key of the worker is passed on. Default: none. */
  env?: Readonly<Record<string, string>>;
  /** The folder it runs in; default: the worker's. */
  cwd?: string;
}

/** A server that is reached over HTTP. */
export interface McpEndpoint extends McpCallSettings {
  /** `http://` or `https://`; redirects are followed within its origin alone. */
  url: string;
  /** Sent with every request: the place for keys. Default: none. */
  headers?: Readonly<Record<string, string>>;
}

/** A server of the Model Context Protocol: a process or an endpoint. */
export type McpServer = McpProcess | McpEndpoint;

/** Servers by name; the tool `read_file` of the server `files` is `files__read_file`. */
export type McpServers = Readonly<Record<string, McpServer>>;
