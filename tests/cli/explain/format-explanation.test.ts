import { describe, expect, test } from 'vitest';
import stringWidth from 'string-width';
import { formatExplanations } from '../../../cli/explain/format-explanation.js';
import { createStyle } from '../../../cli/format/style.js';
import { explainedCall, PLAIN_VIEW } from './explained-call.js';

describe('formatExplanations', () => {
  test('a call with everything -> headline, bar, arithmetic, usage, what was sent and omitted', () => {
    expect(formatExplanations([explainedCall()], { ...PLAIN_VIEW, width: 100 })).toBe(
      `
conversation/assistant/ada/turn/t1/agent/5  openai:gpt-4o  completed  answer  window 10,000
STTUHHMMMOOOOORRRRRRRRRRRRRRRRRRRRRRRRR·····························································
S system 100   T tools 200   U summary 50   H history 200   M current message 300   O own steps 460
N notes 40   R reserve 2,500   · free 6,150
window 10,000 - reserve 2,500 (the model's outputLimit) - system 150 (50 of it summary) - tools 200 = budget 7,150; sent 1,000, free 6,150
Provider's count: 1,400 in (1,024 cached), 30 out (12 reasoning), $0.0038; ours: 1,350 in (-3.6 %)
Warning: The context window is odd

Sent
PLACE                                ROLE       TOKENS  FORM                    TEXT
prompt                               system        100  whole                   You are helpful.
tools                                -             200  whole                   find, read
summary of messages 3-14 and step 1  system         50  whole                   [Summary] we spoke…
message 15                           user          120  whole                   What is 6*7?
message 16                           assistant      80  whole                   It is 42.
message 17                           user          300  cut, 700 omitted        Tell
step 3                               assistant     100  whole                   Let me see. find({"…
step 3 result 1                      tool          150  pointer, 9,000 omitted  find: too large
step 3 result 2                      tool           60  pointer, 1,940 omitted  [stored as read-3-2…
step 4                               assistant     150  whole                   Nearly.
note                                 user           40  whole                   [Automatic note: yo…

Omitted
PLACE          MESSAGES  TOKENS  RULE     WHY
messages 1-14        14   5,000  window   older than the newest messages that are always sent, and not covered by a summary
message 17            1     700  cut      too long for its room: its beginning and its end are sent, with a marker in between
step 3                1   1,940  evicted  an old tool result (over 1,000 tokens, at least 4 steps ago), replaced by a pointer because the context needed the space
`.trim(),
    );
  });

  test('a compaction after an overflow, forced by the guards, failed -> a sentence for each', () => {
    const call = explainedCall({
      manifest: { budgetShare: 0.75, tokenFactor: 1.15, isToolless: true },
      purpose: 'compaction',
      guard: 'forced',
      status: 'failed',
      errorType: 'Model.InvalidRequest',
      errorMessage: 'It said\nno',
    });
    const text = formatExplanations([call], PLAIN_VIEW);
    expect(text.split('\n')[0]).toMatch(/ {2}failed {2}compaction {2}/);
    for (const words of [
      'Planned with 75 % of the budget (5,362), because the provider rejected it as too long',
      'multiplied by 1.15',
      'A compaction: the call requests a summary',
      'Guard (forced)',
      'not callable',
      'Failed: It said no (Model.InvalidRequest)',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Provider's count");
  });

  test('memories, one of them in two results -> each name once', () => {
    const call = explainedCall();
    const tone = { kind: 'procedure', key: 'tone', step: 3, ordinal: 1 } as const;
    call.context.facts = [tone, { kind: 'fact', key: 'language', step: 3, ordinal: 1 }, { ...tone, step: 4 }];
    expect(formatExplanations([call], PLAIN_VIEW)).toContain(
      "Memories sent: procedure 'tone', fact 'language'\n",
    );
    expect(formatExplanations([explainedCall()], PLAIN_VIEW)).not.toContain('Memories');
  });

  test('a call of another policy -> a note, and the facts it has', () => {
    const call = explainedCall({ manifest: { policy: 2 } });
    const text = formatExplanations([call], PLAIN_VIEW);
    expect(text).toContain('Planned by another version of the planner (policy 2)');
    expect(text).toContain('window unknown');
    expect(text).toContain('message 15');
    expect(text).toContain("Provider's count: 1,400 in (1,024 cached), 30 out (12 reasoning), $0.0038\n");
    expect(text).not.toContain('budget');
  });

  test('nothing omitted, no usage counted -> a sentence for each, no percentage', () => {
    const call = explainedCall({ manifest: { left: [] }, inputTokens: 0, cachedInputTokens: 0 });
    expect(formatExplanations([call], PLAIN_VIEW)).toContain(
      'No message was omitted, but some were shortened',
    );
    call.context.messages = call.context.messages.filter(({ form }) => form.kind === 'whole');
    const text = formatExplanations([call], PLAIN_VIEW);
    expect(text).toContain('Nothing was omitted');
    expect(text).toContain('; ours: 1,350 in\n');
  });

  test('a call of another policy with unknown omissions -> does not print that nothing was omitted', () => {
    const call = explainedCall({ manifest: { policy: 2 } });
    call.context.left = [];
    expect(formatExplanations([call], PLAIN_VIEW)).toContain('Omissions are not recorded');
  });

  test('a call before it -> the shared prefix in tokens and percent; no call before it -> no line', () => {
    const withSame = (sameTokens: number | null): string =>
      formatExplanations([explainedCall({ sameTokens })], PLAIN_VIEW);
    expect(withSame(1_080)).toContain('\nShared with the previous call: 1,080 of 1,350 tokens (80 %)\n');
    expect(withSame(0)).toContain('Shared with the previous call: 0 of 1,350 tokens (0 %)');
    expect(withSame(null)).not.toContain('Begins as');
  });

  test('several calls -> one after another', () => {
    const calls = [explainedCall(), explainedCall({ callId: 'other/agent/2' })];
    expect(formatExplanations(calls, PLAIN_VIEW)).toMatch(/^conversation.*\n\n\nother\/agent\/2 /s);
  });

  test('a hostile model name, texts of wide letters -> one printable line each, within the width', () => {
    const call = explainedCall({ model: 'a\u001b[2Jb' });
    call.context.messages = call.context.messages.map((message) => ({
      ...message,
      name: 'message 1',
      form: { kind: 'whole' },
      text: `${'你好'.repeat(60)}\u001b[31m\nx`,
    }));
    const view = { style: createStyle(true), isColored: true, width: 60 };
    const lines = formatExplanations([call], view).split('\n');
    const painted = new RegExp('\u001b\\[\\d+m', 'g');
    expect(lines[0]).toContain('a[2Jb');
    const table = lines
      .filter((line) => line.startsWith('message 1 '))
      .map((line) => line.replace(painted, ''));
    expect(table).toHaveLength(9);
    for (const line of table) expect(stringWidth(line)).toBeLessThanOrEqual(60);
  });
});
