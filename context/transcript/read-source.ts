import { isRecord } from '../../protocol/is-record.js';

export interface ReadSource {
  data: unknown;
  mediaType?: string;
}

export function readSource(source: unknown): ReadSource {
  if (!isRecord(source)) return readAddress(source);
  const { type, media_type: mediaType, data, url, file_id: fileId } = source;
  if (type === 'url') return readAddress(url);
  if (type === 'file') return { data: fileId };
  const typed = typeof mediaType === 'string' ? { mediaType } : {};
  if (type !== 'text') return { data, ...typed };
  return { data: Buffer.from(String(data)).toString('base64'), ...typed };
}

const DATA_URL = /^data:([^;,]{1,100})(?:;[^,]{0,200})?;base64,/i;

function readAddress(address: unknown): ReadSource {
  if (typeof address !== 'string') return { data: address };
  const found = DATA_URL.exec(address);
  return found === null
    ? { data: address }
    : { data: address.slice(found[0].length), mediaType: found[1] as string };
}
