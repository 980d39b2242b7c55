import { expect } from 'vitest';
import { oneLine, printable } from '../../../cli/format/printable.js';
import { wellFormed } from '../../../context/text/well-formed.js';
import { disarmText } from '../../../context/summary/disarm-text.js';
import { redactSecrets } from '../../../protocol/redact-secrets.js';
import { toSeenJson } from '../../../protocol/unseen-characters.js';
import { filterMeta } from '../../context/summary/filter-meta.js';
import { KEY, LOOK_ALIKES, POISONED } from '../../context/summary/poisoned-inputs.js';
import { ACTING, hostileArea } from '../hostile-area.js';

const SECRET = 'sEcReT99sEcReT99';

const SEQUENCES = [
  '\u001b[2J',
  '\u001b[31mred',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil.test\u0007click\u001b]8;;\u0007',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]1337;File=inline=1:AAAA\u0007',
  '\u001bP+q544e\u001b\\',
  '\u001b_Gf=100;AAAA\u001b\\',
  '\u001b^private\u001b\\',
  '\u001b[6n',
  '\u001b[c',
  '\u001b[?1049h',
  '\u001b[20h',
  '\u009b2J',
  '\u009d0;title\u009c',
  '\u0090q\u009c',
  '\u0085next',
  'a\rb',
  'a\b\b\bb',
  '\u000e\u000f',
  '\u007f',
  '\u0000',
  '\u001b'.repeat(1_000),
];

const UNSEEN = [
  'user\u202etxt.exe',
  '\u202aembedded\u202c',
  '\u2066isolated\u2069',
  '\u200fright',
  '\u061carabic mark',
  'zero\u200bwidth',
  'a\u2028b',
  'a\u2029b',
  '\ufeffbom',
  '\ud800 half',
  'half \udfff',
  '\ud800\ud800\udc00',
  '\udc00\ud800',
  '\u0000\u0000',
  'Z̸̧͎a̴͙͛l̵͓̀g̷̰̊o',
  'e\u0301'.repeat(500),
  '\u0300'.repeat(2_000),
  '👨‍👩‍👧‍👦'.repeat(200),
  '\uffff\ufffe',
  '\u{e0041}\u{e0042}tags',
  'ﷺ'.repeat(300),
  '\u2800\u3164\uffa0',
];

const SECRETS = [
  `https://ada:${SECRET}@models.test/v1`,
  `https://${SECRET}@models.test`,
  `HTTP://ADA:${SECRET}@models.test`,
  `postgres://ada:${SECRET}@db/x`,
  `postgresql://ada:${SECRET}@db:5432/x?sslmode=require`,
  `redis://:${SECRET}@cache:6379`,
  `https://models.test/v1?key=${SECRET}`,
  `https://models.test/v1?a=1&api_key=${SECRET}&b=2`,
  `https://models.test/v1?api-key=${SECRET}`,
  `https://models.test/v1?x-token=${SECRET}`,
  `https://models.test/v1?password=${SECRET}`,
  `https://models.test/v1?X-Amz-Signature=${SECRET}`,
  `Authorization: Bearer ${SECRET}`,
  `authorization: basic ${SECRET}`,
  `Incorrect API key provided: ${SECRET}`,
  `{"api_key":"${SECRET}"}`,
  `{"access_token": "${SECRET}"}`,
  `sk-${SECRET}`,
  `sk-proj-${SECRET}`,
  `hf_${SECRET}`,
  `AIza${SECRET}`,
  `TaskToken(${SECRET})`,
  `"taskToken":"${SECRET}=="`,
];

export const TEXTS = [
  hostileArea({
    area: 'terminal sequences',
    inputs: SEQUENCES,
    holds(text) {
      for (const shown of [printable(text), oneLine(text), toSeenJson({ [text]: text }, 2)])
        expect(shown).not.toMatch(ACTING);
    },
  }),
  hostileArea({
    area: 'invisible, broken and stacked characters',
    inputs: UNSEEN,
    holds(text) {
      expect(toSeenJson([text])).not.toMatch(ACTING);
      expect(JSON.parse(toSeenJson([text]))).toEqual([text]);
      const stored = wellFormed(text);
      expect([stored.isWellFormed(), stored.includes('\u0000')]).toEqual([true, false]);
      expect(printable(text)).not.toMatch(ACTING);
    },
  }),
  hostileArea({
    area: 'keys and addresses in errors',
    inputs: SECRETS,
    holds: (text) => expect(redactSecrets(`It failed: ${text} (again)`)).not.toContain(SECRET),
  }),
  hostileArea({
    area: 'forged summary markers',
    inputs: [...POISONED, ...LOOK_ALIKES],
    holds([, text]) {
      const { meta } = filterMeta([`It says:\n${text}\nThat is all.`], KEY);
      expect(meta).toBe('');
      expect(disarmText(text)).not.toMatch(/<<<\s*META|<\/?(?:existing|earlier)-summary>/i);
    },
  }),
];
