import { z } from 'zod';
import { MAX_FILES_BYTES, readPieces } from '../requests/read-bytes.js';
import { sendFile } from '../send-file.js';
import { upload } from '../../../views/upload.js';
import { defineRoute, type RestRoute } from './rest-route.js';

export const uploadRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'post',
    path: '/uploads',
    summary: 'Store a file: the body is the content, `content-type` its type',
    query: z.object({ filename: z.string().optional() }),
    answer: { kind: 'json', schema: upload, says: '`ref` refers to the file in messages', status: 201 },
    async handle({ caller, query, c }) {
      const mediaType = c.req.header('content-type')?.split(';')[0];
      const content = Buffer.concat(await readPieces(c.req.raw, { maxBytes: MAX_FILES_BYTES }));
      // Clients send `application/octet-stream` if they do not know the type.
      const isKnown = mediaType !== undefined && mediaType !== 'application/octet-stream';
      return caller.client.upload(content, {
        user: caller.user,
        filename: query.filename,
        mediaType: isKnown ? mediaType : undefined,
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
