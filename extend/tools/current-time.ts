import { z } from 'zod';
import { defineTool } from './define-tool.js';

export const currentTime = defineTool({
  name: 'current_time',
  description: 'Returns the current date and time, by default in UTC.',
  input: z.object({
    timeZone: z.string().optional().describe('IANA time zone, for example Europe/Berlin'),
  }),
  retry: 'safe',
  reuse: 'never',
  execute({ timeZone = 'UTC' }) {
    const now = new Date();
    const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(
      now,
    );
    return { iso: now.toISOString(), timeZone, local };
  },
});
