/** Sends a request as the planting user. Throws when the gateway rejects it. */
export type Send = (
  path: string,
  body?: unknown,
  options?: { method?: string; type?: string; headers?: Record<string, string> },
) => Promise<Record<string, unknown>>;

/** What a plant is given. */
export interface Garden {
  send: Send;
  /** Reads a stream to its end. */
  read: (path: string) => Promise<string>;
  /** A word that nothing else has. It says where it was planted. */
  text: (field: string) => string;
  /** A word of an id, which logs and the audit log may keep. */
  id: (field: string) => string;
  /** The question that an execution of a flow is waiting to have answered. */
  waiting: (flow: string) => Promise<{ executionId: string; call: string | null }>;
}

/** Plants words through every field of a route that accepts text. */
export type Plant = (garden: Garden) => Promise<unknown>;
