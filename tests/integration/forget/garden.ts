export type Send = (
  path: string,
  body?: unknown,
  options?: { method?: string; type?: string; headers?: Record<string, string> },
) => Promise<Record<string, unknown>>;

export interface Garden {
  send: Send;
  read: (path: string) => Promise<string>;
  text: (field: string) => string;
  id: (field: string) => string;
  waiting: (flow: string) => Promise<{ executionId: string; call: string | null }>;
}

export type Plant = (garden: Garden) => Promise<unknown>;
