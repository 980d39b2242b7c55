import type { Part } from '../../../../client/uploads/send-parts.js';
import { invalidField } from '../errors/openai-error.js';
import type { UserMessage } from './message-schema.js';

type UserPart = Exclude<UserMessage['content'], string>[number];

export function toParts(messages: readonly UserMessage[], field = 'messages'): Part[] {
  return messages.flatMap(({ content }): Part[] =>
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : content.map((part) => toPart(part, field)),
  );
}

function toPart(part: UserPart, field: string): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image_url': {
      const { image_url: image } = part;
      return { type: 'image', image: checkedSource(typeof image === 'string' ? image : image.url, field) };
    }
    case 'file': {
      const { file_data: data, file_id: id, filename } = part.file;
      const source = data ?? id;
      if (source === undefined) throw invalidField(field, "A file needs 'file_data' or 'file_id'");
      return {
        type: 'file',
        data: checkedSource(source, field),
        filename,
      };
    }
  }
}

/** Rejects URLs: fetching one could reach the service's internal network. */
function checkedSource(source: string, field: string): string {
  if (/^https?:/i.test(source))
    throw invalidField(
      field,
      'URLs of images and files are not fetched: send a data URL',
      'unsupported_value',
    );
  return source;
}
