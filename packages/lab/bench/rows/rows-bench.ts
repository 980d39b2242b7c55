import type { Bench } from '../bench.js';
import { rounded } from '../statistics.js';
import { measureRows } from './measure-rows.js';

const TURNS = 1_000_000;

export const rowsBench: Bench = {
  name: 'rows',
  summary: 'pages that lists, looks and deletions read among a million turns, and whole tables',
  async run({ environment, turns = TURNS, onProgress }) {
    const measured = await measureRows(environment, { turns, onProgress });
    return {
      tables: [
        {
          title: `Pages of 8 KB read among ${turns} turns`,
          columns: ['what', 'statements', 'pages', 'ms', 'tables read as a whole'],
          rows: measured.map(({ name, statements, buffers, ms, scanned }) => [
            name,
            statements.length,
            buffers,
            rounded(ms, 1),
            scanned.join(' ') || '-',
          ]),
        },
      ],
      targets: measured.flatMap(({ name, buffers, maxPages, scanned }) => [
        { name: `${name}, pages`, value: buffers, atMost: maxPages },
        { name: `${name}, tables read as a whole`, value: scanned.length, atMost: 0 },
      ]),
    };
  },
};
