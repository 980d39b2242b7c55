import type { Database } from '../database.js';

export type Metadata = Readonly<Record<string, string>>;

export interface MetadataSubject {
  channel: string;
  response?: { flow: string; turnId: string };
}
type OwnSubject = MetadataSubject & { user: string };

export async function putMetadata(
  db: Database,
  { user, metadata, ...subject }: OwnSubject & { metadata: Metadata },
): Promise<void> {
  const json = JSON.stringify(metadata);
  await db
    .insertInto('given_metadata')
    .values({ user_id: user, channel: subject.channel, subject: toKey(subject), metadata: json })
    .onConflict((conflict) => conflict.columns(['user_id', 'subject']).doUpdateSet({ metadata: json }))
    .execute();
}

export async function findMetadata(db: Database, { user, ...subject }: OwnSubject): Promise<Metadata> {
  const row = await db
    .selectFrom('given_metadata')
    .select('metadata')
    .where('user_id', '=', user)
    .where('subject', '=', toKey(subject))
    .executeTakeFirst();
  return row?.metadata ?? {};
}

export async function deleteMetadata(db: Database, { user, ...subject }: OwnSubject): Promise<void> {
  await db
    .deleteFrom('given_metadata')
    .where('user_id', '=', user)
    .where('subject', '=', toKey(subject))
    .execute();
}

function toKey({ channel, response }: MetadataSubject): string {
  if (!response) return `conversation:${channel}`;
  return `response:${JSON.stringify([response.flow, channel, response.turnId])}`;
}
