import pg from 'pg';

/** Runs one statement on a connection of its own: for `create database` and the like, which no pool needs to stay open for. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
