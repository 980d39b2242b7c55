/** A server that the worker starts as a process and talks to over its standard input and output. */
export interface McpProcess {
  /** The program, `npx` or a path; it is started without a shell. */
  command: string;
  args?: readonly string[];
  /** Its whole environment, beside HOME, LOGNAME, PATH, SHELL, TERM and USER: no key of the worker is passed on. */
  env?: Readonly<Record<string, string>>;
  /** The folder it runs in; default: the worker's. */
  cwd?: string;
  /** Milliseconds that a call may go without an answer or a sign of progress; default 60,000. */
  timeoutMs?: number;
}

/** A server that is reached over HTTP. */
export interface McpEndpoint {
  /** `http://` or `https://`; redirects are followed within its origin alone. */
  url: string;
  /** Sent with every request: the place for keys. */
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds that a call may go without an answer or a sign of progress; default 60,000. */
  timeoutMs?: number;
}

/** A server of the Model Context Protocol: a process or an endpoint. */
export type McpServer = McpProcess | McpEndpoint;

/** Servers by name; the tool `read_file` of the server `files` is `files__read_file`. */
export type McpServers = Readonly<Record<string, McpServer>>;
