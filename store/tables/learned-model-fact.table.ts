import type { ColumnType } from 'kysely';

export interface LearnedModelFactTable {
  /** In lower case, such as `openai:qwen3`. */
  model: string;
  fact: string;
  value: ColumnType<unknown, string, string>;
  updated_at: ColumnType<Date, never, Date>;
}
