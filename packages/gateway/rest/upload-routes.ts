import { z } from 'zod';
import { MAX_FILES_BYTES, readPieces } from '../requests/read-bytes.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { sendFile } from '../send-file.js';
import { upload } from '../../../views/upload.js';
import { defineRoute, type RestRoute } from './rest-route.js';

export const uploadRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'post',
    path: '/uploads',
    summary: 'Store a file: the body is the content, `content-type` its type',
    query: z.object({ filename: z.string().optional() }),
    isUpload: true,
    answer: { kind: 'json', schema: upload, says: '`ref` refers to the file in messages', status: 201 },
    async handle({ caller, query, c }) {
      const mediaType = readMediaType(c.req.header('content-type'));
      const content = Buffer.concat(await readPieces(c.req.raw, { maxBytes: MAX_FILES_BYTES }));
      return caller.client.upload(content, {
        user: caller.user,
        filename: query.filename,
        mediaType,
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/uploads/{ref}',
    summary: 'Get a stored file by its `ref`',
    answer: { kind: 'file', says: 'The content' },
    async handle({ caller, path: { ref = '' }, c }) {
      return sendFile(c, await caller.client.download(ref, { user: caller.user }));
    },
  }),
];

/** Clients that do not know a file's type send one of these; curl sends the second. */
const UNKNOWN = ['application/octet-stream', 'application/x-www-form-urlencoded'];

/** Throws `Gateway.UnsupportedEncoding` for a form, whose boundaries would become part of the file. */
function readMediaType(header: string | undefined): string | undefined {
  const mediaType = header?.split(';')[0]?.trim().toLowerCase();
  if (mediaType?.startsWith('multipart/') === true)
    throw new ThreadlineError(
      'Gateway.UnsupportedEncoding',
      "Forms are not supported: send the file's content as the body, as 'curl --data-binary @file' does, and its name as '?filename='",
    );
  return mediaType === undefined || UNKNOWN.includes(mediaType) ? undefined : mediaType;
}
