import { pictureNote } from '../../../context/message/show-pictures.js';
import { isDeepStrictEqual } from 'node:util';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import { requestHash, toRequest } from '../../../context/call/request.js';
import { GRAMMAR_TRAITS, GRAMMARS } from '../../../context/grammar/grammar.js';
import { validateForm } from '../../../context/grammar/validate-form.js';
import { scaleTokens } from '../../../context/text/counters.js';
import { renderManifest } from '../../../context/manifest/render-manifest.js';
import { findRequestPlace } from '../../../context/sent/request-place.js';
import { manifestNeeds } from '../../../context/manifest/manifest-needs.js';
import { SENT_KINDS, type SentItem } from '../../../context/sent/sent-kinds.js';
import { settleStanding } from '../../../context/standing/settle-standing.js';
import { sumTokens } from '../../../context/message/entries.js';
import { rawShare } from '../../../context/summary/raw-share.js';
import { leastReplaced } from '../../../context/summary/least-replaced.js';
import { createCounting } from '../../../models/counting/model-counting.js';
import { quoted } from '../../../context/text/quoted.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import { planDraft, type PlannedDraft } from './call-case.js';

export type CallCheck = (planned: PlannedDraft) => string | undefined;

const checkFit: CallCheck = ({ draft, planned: { plan, manifest } }) => {
  const { window, reserve, systemTokens, toolTokens, budget, tokens } = manifest;
  if (window - reserve - systemTokens - toolTokens !== budget) return 'the figures do not give the budget';
  const most = Math.min(Math.floor(budget * draft.call.budgetShare), draft.call.tokenLimit ?? Infinity);
  if (plan.verdict === 'cannot-fit')
    return plan.messages.length === 0 ? undefined : 'cannot-fit has messages';
  if (tokens > most + plan.entries.length * (draft.tokenFactor - 1))
    return `${tokens} tokens are over ${most}`;
  const { countMessage: countPlain } = createCounting({ ...draft, factorSource: 'table' }).plain;
  const count = (messages: readonly ModelMessage[]): number =>
    messages.reduce((sum, one) => sum + scaleTokens(countPlain(one), draft.tokenFactor), 0);
  const isSystem = ({ role }: ModelMessage): boolean => role === 'system';
  if (manifest.template?.systemMessages === 'none') {
    const sent = count(plan.messages);
    const told = systemTokens + tokens;
    return sent <= told ? undefined : `${told} tokens are told in all, ${sent} are sent`;
  }
  const spoken = count(plan.messages.filter((one) => !isSystem(one)));
  if (spoken !== tokens) return `${tokens} tokens are told, ${spoken} are sent`;
  const system = count(plan.messages.filter(isSystem));
  return system === systemTokens ? undefined : `${systemTokens} system tokens are told, ${system} are sent`;
};

const checkGrammar: CallCheck = ({ planned: { plan, manifest } }) =>
  plan.verdict === 'cannot-fit' ? undefined : validateForm(plan.messages, manifest)[0];

const checkRender: CallCheck = ({ draft, contents, planned }) => {
  const { plan, manifest, texts } = planned;
  if (plan.verdict === 'cannot-fit') return undefined;
  const needs = manifestNeeds(manifest);
  const text = (hash: string): string => {
    const { own, shared } = needs;
    if (!(planned.shared.has(hash) ? shared : own).has(hash))
      throw new Error(`Nothing asks for '${hash}' where it is stored`);
    return texts.get(hash) ?? '';
  };
  const { thread, trace } = needs;
  const isIn = (place: number, range = { first: 1, last: 0 }): boolean =>
    place >= range.first && place <= range.last;
  const passages = contents.leading.find((one) => one.from === 'passages');
  const messages = renderManifest(manifest, {
    thread: draft.thread
      .map(({ role, content, attachments }, at) => ({ seq: at + 1, role, content, attachments }))
      .filter(({ seq }) => isIn(seq, thread)),
    trace: draft.steps.filter((row) => isIn(row.step, trace)),
    answers: new Map(
      draft.node.answers
        .filter(({ step }) => needs.answers.includes(step))
        .map((one) => [one.step, one.text]),
    ),
    summary: needs.sentSummary === undefined ? undefined : draft.summary,
    standing:
      needs.standing.length > 0
        ? contents.leading.find((one) => one.from === 'standing')?.rendered
        : undefined,
    passages: needs.quotes.length > 0 ? passages?.found : undefined,
    input: draft.execution.input ?? '',
    text,
  });
  if (!isDeepStrictEqual(messages, plan.messages)) return 'what is rendered is not what was planned';
  const toolsJson = manifest.tools === null ? undefined : text(manifest.tools);
  const { output } = manifest;
  const schemaJson = output?.isSent === true ? text(output.schema) : undefined;
  const hash = requestHash(toRequest(manifest, { messages, toolsJson, schemaJson, toPrompt }));
  return hash === manifest.request ? undefined : 'the request is another one';
};

const checkAccount: CallCheck = ({ draft, rows, planned: { plan, manifest } }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const left = manifest.left.filter(({ rule }) => rule !== 'standing');
  const isTold = (from: 'conversation' | 'trace', place: number): boolean =>
    manifest.sent.some((item) => item.from === from && item.first <= place && place <= item.last) ||
    left.some((range) => range.from === from && range.first <= place && place <= range.last);
  const seq = draft.thread.findIndex((_, at) => !isTold('conversation', at + 1));
  if (seq !== -1) return `nothing tells of message ${seq + 1}`;
  const row = draft.steps.find(({ step, tokens }) => tokens > 0 && !isTold('trace', step));
  if (row !== undefined) return `nothing tells of step ${row.step}`;
  const isSaid = (step: number): boolean =>
    manifest.sent.some((item) => item.from === 'answers' && item.steps.includes(step)) ||
    isTold('trace', step);
  const above = untoldAbove(draft, { rows, manifest });
  if (above !== undefined) return above;
  const answer = rows.compaction ? undefined : draft.node.answers.find(({ step }) => !isSaid(step));
  return answer && `nothing tells of the answer of step ${answer.step}`;
};

function untoldAbove(
  { above }: PlannedDraft['draft'],
  { rows, manifest }: Pick<PlannedDraft, 'rows'> & Pick<PlannedDraft['planned'], 'manifest'>,
): string | undefined {
  if (rows.execution.conversationId === null) return undefined;
  for (const { depth, anchor } of above)
    for (let seq = 1; seq <= anchor.seq; seq += 1) {
      const isIn = (one: { first: number; last: number }): boolean => one.first <= seq && seq <= one.last;
      const isSent = manifest.sent.some(
        (item) =>
          (item.from === 'above' && item.depth === depth && isIn(item)) ||
          (item.from === 'anchor' && item.depth === depth && item.seq === seq && anchor.part === null),
      );
      const isLeft = manifest.left.some(
        (range) =>
          range.from === 'ancestor' && range.depth === depth && range.rule !== 'standing' && isIn(range),
      );
      if (!isSent && !isLeft) return `nothing tells of message ${seq} of level ${depth}`;
    }
  return undefined;
}

const checkKept: CallCheck = ({ draft, rows, contents, planned: { plan, manifest } }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const { systemMessages } = manifest.template ?? {};
  const systemRole = systemMessages === 'none' ? 'user' : 'system';
  const said = (role: string): string =>
    plan.messages.flatMap((one) => (one.role === role ? JSON.stringify(one.content) : [])).join('');
  if (plan.cut === undefined && !said('user').includes('question')) return 'the question is not sent';
  const running = draft.node.instructions?.entries.find(({ isRunning }) => isRunning);
  const isBegun = contents.instruction !== undefined;
  if (running && isBegun && !said('user').includes(running.text))
    return 'the running instruction is not sent';
  if (draft.call.added.some(({ text }) => !said('user').includes(text))) return 'an added text is not sent';
  const { conversationId, threadDepth } = rows.execution;
  const isBelow = conversationId !== null && threadDepth > 0 && rows.node.seesHistory;
  if (isBelow && !said(systemRole).includes('[Thread anchor')) return 'what the thread hangs on is not sent';
  const given = (draft.call.node.system === undefined ? 0 : 1) + (contents.compaction ? 1 : 0);
  const stays = [
    'standing',
    'ancestor',
    'above',
    'anchor',
    ...(contents.compaction && contents.compaction.firstSeq !== null
      ? []
      : ['summary', 'found-above', 'passages']),
  ];
  const isSystem = ({ from }: { from: SentItem['from'] }): boolean =>
    findRequestPlace(SENT_KINDS[from], manifest).role === 'system';
  const texts = contents.leading.filter(({ from }) => stays.includes(from));
  const untold = texts.find(
    (one) => !said(isSystem(one) ? systemRole : 'user').includes(JSON.stringify(bodyOf(one)).slice(1, -1)),
  );
  if (untold !== undefined) return `the text '${untold.from}' is not sent`;
  const leading = texts.filter(isSystem).length;
  const asked = manifest.sent.filter(
    (item) => (item.from === 'directive' || item.from === 'schema') && isSystem(item),
  ).length;
  const sent = plan.messages.filter(({ role }) => role === 'system').length;
  const all = given + leading + asked;
  const most = systemMessages === 'first' ? 1 : systemMessages === 'none' ? 0 : all;
  return sent === Math.min(all, most) ? undefined : `${sent} system messages are sent`;
};

function bodyOf(one: PlannedDraft['contents']['leading'][number]): string {
  return one.from === 'summary' ? quoted(one.body) : one.text;
}

export const checkLabel: CallCheck = ({ draft, planned: { plan, manifest, texts } }) => {
  const summary = manifest.sent.find((item) => item.from === 'summary');
  if (plan.verdict === 'cannot-fit' || summary === undefined) return undefined;
  const named = Number(/before message (\d+)/.exec(texts.get(summary.heading) ?? '')?.[1]);
  const first = manifest.sent.find((item) => item.from === 'conversation')?.first ?? draft.thread.length;
  return named === first ? undefined : `the summary names message ${named}, and ${first} is sent first`;
};

const checkLeadIn: CallCheck = ({ contents, planned: { plan, manifest } }) => {
  const found = manifest.sent.findIndex(({ from }) => from === 'passages' || from === 'found-above');
  if (plan.verdict === 'cannot-fit' || found < 0) return undefined;
  const behind = manifest.sent.slice(found).find(({ from }) => from !== 'passages' && from !== 'found-above');
  const question = contents.references[contents.turnStart];
  const isQuestion =
    behind?.from === 'conversation' && question?.from === 'conversation'
      ? behind.first === question.seq
      : behind?.from === question?.from;
  return isQuestion ? undefined : `'${behind?.from}' follows what was found`;
};

const checkStanding: CallCheck = ({ rows, planned: { plan, manifest } }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const item = manifest.sent.find((one) => one.from === 'standing');
  const room = (manifest.window - manifest.reserve) / 10;
  if (item !== undefined && item.tokens > room + 10) return `${item.tokens} tokens for standing requests`;
  const left = manifest.left
    .filter(({ rule }) => rule === 'standing')
    .reduce((sum, { count }) => sum + count, 0);
  const held = settleStanding(rows.window?.standing ?? []).filter(({ outcome }) => outcome.kind === 'stands');
  const told = (item?.requests.length ?? 0) + left;
  return told === held.length ? undefined : `${told} of ${held.length} standing requests are accounted for`;
};

const checkAsked: CallCheck = ({ draft, planned: { manifest } }) => {
  const directive = manifest.sent.find((item) => item.from === 'directive');
  if (directive === undefined) return undefined;
  for (let seq = directive.base.coversThrough + 1; seq <= directive.coversThrough; seq += 1) {
    if (draft.thread[seq - 1]?.omitted != null) continue;
    const item = manifest.sent.find(
      (one) => one.from === 'conversation' && one.first <= seq && seq <= one.last && one.cut === undefined,
    );
    if (item === undefined || manifest.placeholders?.some((one) => one.seq === seq))
      return `a summary is asked for of message ${seq}, which is not sent whole`;
  }
  return undefined;
};

const checkWorth: CallCheck = ({ draft, rows, planned: { manifest } }) => {
  const directive = manifest.sent.find((item) => item.from === 'directive');
  const { summaries, tokens, characters } = draft.node.history;
  if (directive === undefined || summaries?.every !== 'window') return undefined;
  const window = Math.floor((manifest.window - manifest.reserve) / draft.tokenFactor);
  const { budget, base } = directive;
  const { minTokens } = summaries;
  const least = leastReplaced({ budget, room: { tokens, characters, window }, minTokens });
  const replaced = (rows.window?.rows ?? [])
    .filter(({ seq }) => seq > base.coversThrough)
    .reduce((sum, one) => sum + one.tokens, 0);
  return replaced < least ? `a summary of ${budget} is asked for in place of ${replaced} tokens` : undefined;
};

const checkRaw: CallCheck = ({ draft, contents, planned: { plan, manifest } }) => {
  if (draft.node.history.summaries === undefined || draft.thread.length === 0) return undefined;
  const share = rawShare(manifest.window - manifest.reserve - manifest.toolTokens);
  const raw = sumTokens(plan.entries.filter(({ index }) => index < contents.turnStart));
  return raw > Math.max(0, share)
    ? `${raw} tokens of older messages are over their share of ${share}`
    : undefined;
};

const checkOmitted: CallCheck = ({ draft, planned: { plan, manifest } }) => {
  if (plan.verdict === 'cannot-fit') return undefined;
  const at = draft.thread.findIndex(
    ({ omitted }, index) =>
      omitted !== null &&
      manifest.sent.some(
        (item) => item.from === 'conversation' && item.first <= index + 1 && index + 1 <= item.last,
      ),
  );
  return at < 0 ? undefined : `message ${at + 1} is sent, which contexts leave out`;
};

const checkPictures: CallCheck = ({ draft, planned: { plan } }) => {
  if (plan.verdict !== 'cannot-fit' || draft.call.node.oversize === 'refuse') return undefined;
  const thread = draft.thread.map(({ attachments, ...one }) => {
    const pictures = (attachments ?? []).filter(({ kind }) => kind === 'picture');
    const note = pictureNote(pictures, 'too-large');
    return {
      ...one,
      attachments: undefined,
      content: note === undefined ? one.content : `${one.content}\n${note}`,
    };
  });
  const without = planDraft({ ...draft, thread });
  return without?.planned.plan.verdict === 'cannot-fit' ? undefined : 'pictures are all that does not fit';
};

const checkMarks: CallCheck = ({ planned: { plan, manifest } }) => {
  const names = GRAMMARS.map((grammar) => GRAMMAR_TRAITS[grammar].marks);
  const foreign = names.filter((name) => name !== GRAMMAR_TRAITS[manifest.grammar].marks);
  const marks = plan.messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => Object.keys(('providerOptions' in part && part.providerOptions) || {})),
  );
  const found = marks.find((name) => foreign.includes(name));
  return found && `a mark of '${found}' is sent`;
};

const checkSame: CallCheck = ({ draft, planned }) =>
  isDeepStrictEqual(planDraft(draft)?.planned.manifest, planned.manifest)
    ? undefined
    : 'planning again gives another manifest';

export const CALL_PROPERTIES: Readonly<Record<string, CallCheck>> = {
  fit: checkFit,
  grammar: checkGrammar,
  render: checkRender,
  account: checkAccount,
  kept: checkKept,
  label: checkLabel,
  leadIn: checkLeadIn,
  asked: checkAsked,
  worth: checkWorth,
  raw: checkRaw,
  omitted: checkOmitted,
  standing: checkStanding,
  pictures: checkPictures,
  marks: checkMarks,
  same: checkSame,
};
