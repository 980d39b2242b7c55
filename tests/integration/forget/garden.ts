export type Send = (
  path: string,
  body?: unknown,
  options?: { method?: string; type?: string; headers?: Record<string, string> },
) => Promise<Record<string, unknown>>;

export interface Garden {
  send: Send;
  read: (path: string) => Promise<string>;
  /** A unique word that names its field. */
  text: (field: string) => string;
  /** A word for an id, which logs and the audit log may keep. */
  id: (field: string) => string;
  /** The open question of an execution of this flow. */
  waiting: (flow: string) => Promise<{ executionId: string; call: string | null }>;
}

/** Sends words in every field of a route that accepts text. */
export type Plant = (garden: Garden) => Promise<unknown>;
