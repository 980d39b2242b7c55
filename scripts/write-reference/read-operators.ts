import { compare } from '../../flow/conditions/compare.js';
import { OPERATORS, type Operator } from '../../flow/kinds/operators.js';
import type { Section } from './option.js';

const FIELDS: readonly (readonly [string, unknown])[] = [
  ['`5`', 5],
  ["`'5'`", '5'],
  ["`'n/a'`", 'n/a'],
  ["`''`", ''],
  ['missing, `null`', undefined],
  ['`true`', true],
  ["`['n/a', 5]`", ['n/a', 5]],
  ['`{ n: 5 }`', { n: 5 }],
  ["`'2026-01-02'`", '2026-01-02'],
];

const DATE = '2026-01-01';
const VALUES: Partial<Record<Operator, unknown>> = {
  equals: 5,
  not_equals: 5,
  contains: 'a',
  not_contains: 'a',
  starts_with: 'n',
  not_starts_with: 'n',
  ends_with: 'a',
  not_ends_with: 'a',
  matches_regex: '^\\d+$',
  not_matches_regex: '^\\d+$',
  gt: 4,
  lt: 6,
  gte: 5,
  lte: 5,
  after: DATE,
  before: DATE,
  after_or_equal: DATE,
  before_or_equal: DATE,
  length_eq: 2,
  length_neq: 2,
  length_gt: 2,
  length_lt: 2,
  length_gte: 2,
  length_lte: 2,
};

export function readOperators(): Section {
  const header = ['Operator and value', ...FIELDS.map(([shown]) => shown)];
  const rows = OPERATORS.map((operator) => {
    const expected = VALUES[operator];
    const shown = expected === undefined ? operator : `${operator} ${JSON.stringify(expected)}`;
    return [
      `\`${shown}\``,
      ...FIELDS.map(([, actual]) => (compare(operator, { actual, expected }) ? 'yes' : '')),
    ];
  });
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return {
    name: 'Operators',
    text: `${TEXT}\n\n${lines.join('\n')}`,
    options: [],
  };
}

const TEXT = [
  'The conditions of a switch and a filter. Each column is a value of the field; `yes`: the condition holds.',
  '',
  '- `gt`, `lt`, `gte` and `lte` compare numbers, and texts that contain only a number, exactly at any size. They do not hold for any other value: a missing amount is neither small nor large.',
  '- `after`, `before` and the like compare dates: ISO texts, or milliseconds since 1970.',
  '- `length_…` compares the characters of a text, the items of a list or the members of an object.',
  '- All others compare texts: a number becomes its digits, a missing value an empty text, a list or an object its JSON.',
  '',
  'If values cannot be compared, the `notes` of the node explain why. Give a switch a `fallback` for these cases.',
].join('\n');
