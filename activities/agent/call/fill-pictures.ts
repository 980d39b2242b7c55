import type { LanguageModelV3FilePart, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { ApplicationFailure } from '@temporalio/activity';
import { parsePictureSource } from '../../../protocol/picture-source.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { fileOwner } from '../../../store/uploads/file-owner.js';
import { loadPictures, type StoredPicture } from '../../../store/uploads/load-pictures.js';

export async function fillPictures(
  db: Database,
  { userId: user }: Pick<ExecutionFacts, 'userId'>,
  prompt: LanguageModelV3Prompt,
): Promise<LanguageModelV3Prompt> {
  const hashes = prompt.flatMap((message) =>
    message.role === 'user' ? message.content.flatMap((part) => readHash(part) ?? []) : [],
  );
  if (hashes.length === 0) return prompt;
  const pictures = await loadPictures(db, { user: fileOwner(user), hashes });
  return prompt.map((message) =>
    message.role === 'user'
      ? { ...message, content: message.content.map((part) => fill(part, pictures)) }
      : message,
  );
}

type UserPart = Extract<LanguageModelV3Prompt[number], { role: 'user' }>['content'][number];

function fill(part: UserPart, pictures: ReadonlyMap<string, StoredPicture>): UserPart {
  const hash = readHash(part);
  if (part.type !== 'file' || hash === undefined) return part;
  const picture = pictures.get(hash);
  if (!picture)
    throw ApplicationFailure.create({
      type: 'Context.Changed',
      message: 'The context of this call cannot be rebuilt: one of its images is no longer stored',
      nonRetryable: true,
    });
  const filled: LanguageModelV3FilePart = { ...part, mediaType: picture.mediaType, data: picture.content };
  return filled;
}

function readHash(part: UserPart): string | undefined {
  if (part.type !== 'file' || !(part.data instanceof URL)) return undefined;
  return parsePictureSource(part.data.href)?.hash;
}
