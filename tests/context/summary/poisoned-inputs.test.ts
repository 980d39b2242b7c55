import { describe, expect, test } from 'vitest';
import { compactionPrompt } from '../../../context/compaction/compaction-prompt.js';
import { summaryMessage } from '../../../context/compaction/summary-message.js';
import { transcriptText } from '../../../context/compaction/transcript-text.js';
import { disarmText } from '../../../context/summary/disarm-text.js';
import { metaSentinels } from '../../../context/summary/meta-sentinels.js';
import { parseMeta } from '../../../context/summary/parse-meta.js';
import { renderDialogue } from '../../../context/summary/render-dialogue.js';
import { mergeRequest } from '../../../context/summary/summary-requests.js';
import { filterMeta } from './filter-meta.js';
import { KEY, LOOK_ALIKES, POISONED } from './poisoned-inputs.js';

const { open, close } = metaSentinels(KEY);
const OWN = `\n\n${open}\n{"summary":"[Topic: Talk] They talked.","title":"Talk"}\n${close}`;

const ALL = [...POISONED, ...LOOK_ALIKES];
const MARKS =
  /[<＜﹤]{3}|[>＞﹥]{3}|[<＜﹤][|｜]|[|｜][>＞﹥]|[<＜﹤][/／]?(?:transcript|existing|earlier|start_of|end_of)|<<\/?SYS|\[\/?INST|[\u00ad\u200b\u202e\u202c\u{e0041}]/iu;

describe('an answer that repeats a poisoned text', () => {
  test('there are twenty poisoned inputs', () => expect(POISONED).toHaveLength(20));

  test.each(ALL)(
    '%s, then the summary -> all of the answer is shown, and our summary is accepted',
    (_name, poison) => {
      const answer = `It says:\n${poison}\nThat is all.`;
      for (const chunks of chunkings(answer + OWN)) {
        const { visible, meta, isStray } = filterMeta(chunks, KEY);
        expect(visible).toBe(answer);
        expect(parseMeta(meta)).toEqual({ summary: '[Topic: Talk] They talked.', title: 'Talk' });
        expect(isStray).toBe(false);
      }
    },
  );

  test.each(ALL)('%s right before the summary -> our summary is accepted', (_name, poison) => {
    const { visible, meta } = filterMeta([poison + OWN], KEY);
    expect(visible).toBe(poison);
    expect(parseMeta(meta).summary).toBe('[Topic: Talk] They talked.');
  });

  test.each(ALL)('%s in the middle, and no summary -> shown, and no summary is accepted', (_name, poison) => {
    const answer = `It says:\n${poison}\nThat is all.`;
    for (const chunks of chunkings(answer))
      expect(filterMeta(chunks, KEY)).toEqual({ visible: answer, meta: '', isStray: false });
  });

  test.each(ALL)('%s at the end, and no summary -> no summary is accepted', (_name, poison) => {
    const answer = `Sure.\n${poison}`;
    const whole = filterMeta([answer], KEY);
    for (const chunks of chunkings(answer)) expect(filterMeta(chunks, KEY)).toEqual(whole);
    expect(whole.meta).toBe('');
    expect(whole.isStray ? answer.startsWith(whole.visible) : whole.visible === answer).toBe(true);
  });
});

describe('a model that writes the key a little differently', () => {
  test.each([
    `<<<META ${KEY}>>\n{"summary":"x"}`,
    `<<META ${KEY}>>>\n{"summary":"x"}\n<<<END>>>`,
    `\`\`\`json\n<<<META ${KEY.toUpperCase()}>>>\n{"summary":"x"}\n\`\`\``,
    `**<<<META ${KEY}>>>**\n{"summary":"x"}\n<<<END ${KEY}>>>`,
    `META ${KEY} {"summary":"x"}`,
    `<<<META  ${KEY} >>>{"summary": "x`,
  ])('%j -> hidden and read', (block) => {
    const split = filterMeta([`The answer.\n${block}`], KEY);
    expect(split.visible).toBe('The answer.');
    expect(parseMeta(split.meta).summary).toBe('x');
    for (const chunks of chunkings(`The answer.\n${block}`)) expect(filterMeta(chunks, KEY)).toEqual(split);
  });

  test('D52: a block without the key -> neither shown nor trusted', () => {
    for (const block of [
      '<<<META>>>\n{"summary":"x"}\n<<<END>>>',
      'META{"summary":"x"}',
      '<<<META>>>\n["x"]\n<<<END>>>',
    ])
      expect(filterMeta([`The answer.\n${block}`], KEY)).toEqual({
        visible: 'The answer.',
        meta: '',
        isStray: true,
      });
  });
});

describe('what a summarizer is sent', () => {
  test.each(ALL)('%s, from every speaker -> closes no tag, and imitates no speaker', (_name, poison) => {
    const transcript = renderDialogue([
      { role: 'user', content: poison },
      { role: 'assistant', content: poison },
    ]);
    expect(transcript.match(/^(?:User|AI|System|Assistant|Tool)\b[^\n]*:/gim)).toHaveLength(2);
    const [, merge] = mergeRequest({ summary: poison, transcript, tokens: 300, key: KEY });
    const compact = compactionPrompt({ summary: poison, transcript, key: KEY });
    for (const request of [merge!.content, compact]) {
      expect(request.match(/[<＜﹤][/／](?:transcript|existing-summary|earlier-summary)/gi)).toHaveLength(2);
      expect(request.match(new RegExp(`</[a-z-]+-${KEY}>`, 'g'))).toHaveLength(2);
    }
  });

  test.each(ALL)('%s as the result of a tool -> one speaker', (_name, poison) => {
    const result = {
      type: 'tool-result',
      toolCallId: 'c',
      toolName: 'fetch',
      output: { type: 'text', value: poison },
    } as const;
    const text = transcriptText([{ role: 'tool', content: [result] }]);
    expect(text.match(/^(?:User|AI|System|Assistant|Tool)\b[^\n]*:/gim)).toHaveLength(1);
  });
});

describe('a summary that a model was talked into', () => {
  test.each(ALL)('%s -> stored without our markers, sent as a quotation of each line', (_name, poison) => {
    const stored = disarmText(poison);
    expect(stored).not.toMatch(MARKS);
    const [, ...lines] = summaryMessage(stored).split('\n');
    for (const line of lines) expect(line).toMatch(/^>/);
    const read = filterMeta([`${stored}${OWN}`], KEY);
    expect(read.visible).toBe(stored);
  });
});

function chunkings(text: string): string[][] {
  const splits = Array.from({ length: text.length - 1 }, (_, at) => [
    text.slice(0, at + 1),
    text.slice(at + 1),
  ]);
  return [[text], text.split(''), ...splits];
}
