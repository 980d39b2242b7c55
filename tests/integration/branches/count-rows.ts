import type { Database } from '../../../store/database.js';

export async function countRows(db: Database, tables: readonly string[]): Promise<number> {
  let sum = 0;
  for (const table of tables as 'turn'[]) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    sum += Number(count);
  }
  return sum;
}
