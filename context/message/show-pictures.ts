import { parsePictureSource, pictureSource } from '../../protocol/picture-source.js';
import type { UserMessage, UserPart } from './entries.js';
import type { Attachment } from './attachment.js';

export function showPictures(text: string, pictures: readonly Attachment[]): UserMessage['content'] {
  if (pictures.length === 0) return text;
  return [
    { type: 'text', text },
    ...pictures.map((picture): UserPart => ({
      type: 'image',
      image: pictureSource(picture),
      mediaType: picture.mediaType,
    })),
  ];
}

export interface Captioned {
  text: string;
  pictures: readonly UserPart[];
}

export function partCaption(content: readonly UserPart[]): Captioned | undefined {
  const [first, ...pictures] = content;
  if (first?.type !== 'text' || pictures.length === 0 || !pictures.every(isStored)) return undefined;
  return { text: first.text, pictures };
}

function isStored(part: UserPart): boolean {
  return (
    part.type === 'image' && typeof part.image === 'string' && parsePictureSource(part.image) !== undefined
  );
}

export type UnshownReason = 'not-taken' | 'too-large' | 'no-room';

const REASONS: Readonly<Record<UnshownReason, string>> = {
  'not-taken': 'this model does not accept images',
  'too-large': 'the picture has more bytes than this model accepts',
  'no-room': 'there is no room for it',
};

export function pictureNote(pictures: readonly Attachment[], reason: UnshownReason): string | undefined {
  if (pictures.length === 0) return undefined;
  const names = pictures.map(({ ordinal }) => ordinal).join(', ');
  return `[${pictures.length === 1 ? 'Picture' : 'Pictures'} ${names} not shown: ${REASONS[reason]}]`;
}
