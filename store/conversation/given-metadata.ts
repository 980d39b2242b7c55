import type { Database } from '../database.js';

export type Metadata = Readonly<Record<string, string>>;

interface Subject {
  user: string;
  /** The conversation or response that it belongs to. */
  subject: string;
}

/** Stores the metadata of a conversation or response in place of what it had. */
export async function putMetadata(
  db: Database,
  { user, subject, metadata }: Subject & { metadata: Metadata },
): Promise<void> {
  const json = JSON.stringify(metadata);
  await db
    .insertInto('given_metadata')
    .values({ user_id: user, subject, metadata: json })
    .onConflict((conflict) => conflict.columns(['user_id', 'subject']).doUpdateSet({ metadata: json }))
    .execute();
}

/** Finds the metadata of a conversation or response; empty if it was given none. */
export async function findMetadata(db: Database, { user, subject }: Subject): Promise<Metadata> {
  const row = await db
    .selectFrom('given_metadata')
    .select('metadata')
    .where('user_id', '=', user)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.metadata ?? {};
}

export async function deleteMetadata(db: Database, { user, subject }: Subject): Promise<void> {
  await db.deleteFrom('given_metadata').where('user_id', '=', user).where('subject', '=', subject).execute();
}
