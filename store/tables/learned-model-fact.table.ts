import type { ColumnType } from 'kysely';

/** A fact that workers learned about a model. The newest value wins. */
export interface LearnedModelFactTable {
  /** The model's whole id, in lower case: `openai:qwen3`. */
  model: string;
  /** The name of the fact, as in the model settings of a project. */
  fact: string;
  /** Any JSON value: readers check its form. */
  value: ColumnType<unknown, string, string>;
  updated_at: ColumnType<Date, never, Date>;
}
