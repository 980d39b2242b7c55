import { GRAMMAR_TRAITS } from '../grammar/grammar.js';
import { sumTokens } from '../message/entries.js';
import type { HistoryLimits } from '../plan/drop-oldest.js';
import { inlineDirective } from '../summary/inline-directive.js';
import type { ContextManifest } from '../manifest/manifest.js';
import { compactionProblem } from '../plan/is-compaction-due.js';
import { planContext, type ContextPlan, type PlanContextInput } from '../plan/plan-context.js';
import type { ContextSettings } from '../plan/settings.js';
import { spillLimit } from '../results/spill-limit.js';
import type { CallModel } from './to-call-model.js';
import type { PointedResult } from '../results/show-pointer.js';
import { TextMemory } from '../text/text-memory.js';
import { describeSchema } from './asked-output.js';
import type { AskedSummary } from './ask-summary.js';
import { isSentWhole, type CallContents } from './call-contents.js';
import type { CallInput } from './call-input.js';
import { historyLimits, measureBudget } from './call-room.js';
import type { HistoryRules } from './call-rows.js';
import { frameCall, type CallFrame, type FixedText } from './frame-call.js';
import { labelSummary, leadCall } from './leading-texts.js';
import { canReadBack, offerTools, type ToolOffer } from './offer-tools.js';
import { recordCall } from './record-call.js';
import { requestHash, toRequest, type RenderedRequest } from './request.js';
import { pointAtResult } from './point-at-result.js';
import { validateForm } from '../grammar/validate-form.js';
import { renderManifest } from '../manifest/render-manifest.js';
import type { ManifestSources } from '../sent/sources.js';
import { readQuestion } from './render-rows.js';

export interface PlannedCall {
  plan: ContextPlan;
  manifest: ContextManifest;
  texts: ReadonlyMap<string, string>;
  shared: ReadonlySet<string>;
  request: RenderedRequest;
}

export function planCall(input: CallInput): PlannedCall {
  const { asked } = input.contents;
  if (!asked) return planReadable(input, undefined);
  const planned = planReadable(input, asked);
  return isSentWhole(asked, { contents: input.contents, plan: planned.plan })
    ? planned
    : planReadable(input, undefined);
}

function planReadable(input: CallInput, asked: AskedSummary | undefined): PlannedCall {
  const canRead = canReadBack(input);
  // History tools truncate long messages; reader tools fetch the rest.
  const hasSpilled = input.contents.hasSpilled || input.finders.length > 0;
  const first = planOnce(input, { offersReaders: canRead && hasSpilled, asked });
  const { pointers = [], sent } = first.manifest;
  const needsReaders = pointers.length > 0 || sent.some((item) => 'cut' in item && item.cut !== undefined);
  if (!canRead || hasSpilled || !needsReaders) return first;
  // Planned again, because the reader tools need room too.
  const second = planOnce(input, { offersReaders: true, asked });
  return second.plan.verdict === 'cannot-fit' ? first : second;
}

function planOnce(
  input: CallInput,
  { offersReaders, asked }: { offersReaders: boolean; asked: AskedSummary | undefined },
): PlannedCall {
  const memory = new TextMemory();
  const offer = offerTools(input, { offersReaders });
  const { plan, frame } = fitLabeled(input, { offer, asked });
  const manifest = { ...recordCall(input, { plan, frame, offer, memory }), request: '' };
  const messages =
    plan.verdict === 'cannot-fit' ? [] : renderCall(manifest, input.contents, (hash) => memory.recall(hash));
  const { toPrompt, output } = input;
  const schemaJson = output?.isSent === true ? output.schemaJson : undefined;
  const request = toRequest(manifest, { messages, toolsJson: offer.json, schemaJson, toPrompt });
  const { texts, shared } = memory;
  return { plan, manifest: { ...manifest, request: requestHash(request) }, texts, shared, request };
}

interface FittedCall {
  frame: CallFrame;
  plan: ContextPlan;
}

/**
 * Plans until the heading agrees with the plan: the heading names the first sent message, but its length can
 * change which one that is.
 */
function fitLabeled(
  input: CallInput,
  { offer, asked }: { offer: ToolOffer; asked: AskedSummary | undefined },
): FittedCall {
  const { contents } = input;
  let first = findFirst(contents, contents.references.keys());
  let firstIndex: number | undefined;
  for (;;) {
    const leading = labelSummary(contents.leading, first.seq);
    const { frame, plan } = fitOnce(
      { ...input, contents: { ...contents, leading } },
      { offer, asked, firstIndex },
    );
    const sent = findFirst(
      contents,
      plan.entries.map(({ index }) => index),
    );
    const isLabeled = frame.texts.some(({ given }) => given.from === 'summary');
    if (!isLabeled || plan.verdict === 'cannot-fit' || sent.index === first.index) return { frame, plan };
    // The longer heading turned a result into a pointer, which made room for older messages. Fix the first
    // message.
    if (sent.index < first.index) firstIndex = first.index;
    else first = sent;
  }
}

function findFirst(
  { references, turnStart, currentSeq }: CallContents,
  indices: Iterable<number>,
): { seq: number; index: number } {
  for (const index of indices) {
    const reference = references[index];
    if (reference?.from === 'conversation') return { seq: reference.seq, index };
  }
  return { seq: currentSeq ?? 1, index: turnStart };
}

function fitOnce(
  input: CallInput,
  {
    offer,
    asked,
    firstIndex,
  }: { offer: ToolOffer; asked: AskedSummary | undefined; firstIndex: number | undefined },
): FittedCall {
  const { grammar, template, counters } = input.model;
  const frame = frameCall(input.node.system, fixedTexts(input, asked), {
    grammar,
    template,
    turnStart: input.contents.turnStart,
    countMessage: counters.countMessage,
  });
  return { frame, plan: fit(input, { frame, offer, firstIndex }) };
}

function fixedTexts(
  { contents, node, added, output }: CallInput,
  asked: AskedSummary | undefined,
): FixedText[] {
  const texts: FixedText[] = leadCall(contents);
  if (output?.isTold === true) texts.unshift({ from: 'schema', text: describeSchema(output) });
  if (node.opensWithSystem && node.system !== undefined) texts.push({ from: 'opening', text: node.system });
  if (asked) {
    const { wantsTitle: _title, ...ask } = asked;
    const text = inlineDirective({ ...asked, hasSummary: asked.base.ordinal !== null });
    texts.push({ from: 'directive', text, ...ask });
  }
  return [...texts, ...added];
}

/**
 * A stored result may count above the limit once the token factor is higher. Without this slack, a page of it
 * would become a pointer to itself, which the model would read repeatedly.
 */
const RESULT_SLACK = 2;

function fit(
  input: CallInput,
  { frame, offer, firstIndex }: { frame: CallFrame; offer: ToolOffer; firstIndex: number | undefined },
): ContextPlan {
  const { contents, model, settings, node } = input;
  const { entries, turnStart, instruction, history } = contents;
  const { system, prefix, leadIn, suffix } = frame;
  const pictures = {
    of: contents.pictures,
    areTaken: model.takesPictures ?? true,
    maxBytes: GRAMMAR_TRAITS[model.grammar].maxPictureBytes,
  };
  return fitCall({
    entries,
    turnStart,
    instruction,
    history: history && { ...limitHistory(input, { history, frame, offer }), firstIndex },
    mayCompact: !history || entries.length > turnStart + 1,
    pictures: contents.pictures.size === 0 ? undefined : pictures,
    system,
    prefix,
    leadIn,
    suffix,
    toolTokens: offer.tokens,
    model,
    settings,
    resultSlack: RESULT_SLACK,
    budgetShare: input.budgetShare,
    tokenLimit: input.tokenLimit,
    isToolless: false,
    keepsReasoning: (index) => index > turnStart,
    oversize: node.oversize,
    findPointer: (pointed) => pointAtStep(pointed, { ...input, canRead: offer.canRead }),
    marker: (leftTokens) => markCut(leftTokens, { contents, canRead: offer.canRead }),
  });
}

export interface FitCallInput extends Omit<
  PlanContextInput,
  'window' | 'reserve' | 'grammar' | 'template' | 'compaction' | 'resultLimit' | 'counters'
> {
  model: CallModel;
  settings: ContextSettings;
  resultSlack?: number;
}

export function fitCall({ model, settings, resultSlack = 1, ...input }: FitCallInput): ContextPlan {
  const { window, reserve, grammar, template, counters } = model;
  const compaction = { isOn: settings.isCompactionOn, pct: settings.compactionPct };
  const problem = compactionProblem(compaction, { reserve, window });
  if (problem) throw new Error(problem);
  const resultLimit = resultSlack * spillLimit({ window, pct: settings.spillPct });
  return planContext({
    ...input,
    window,
    reserve,
    grammar,
    template,
    counters,
    compaction,
    resultLimit,
  });
}

function limitHistory(
  { contents, model, settings }: CallInput,
  { history, frame, offer }: { history: HistoryRules; frame: CallFrame; offer: ToolOffer },
): HistoryLimits & { prefixCharacters: number } {
  const system = frame.texts.filter(({ place }) => place.role === 'system');
  const prompt = sumTokens(frame.system) - sumTexts(system);
  const room = measureBudget({ ...model, settings, fixedTokens: prompt + offer.tokens });
  const others = frame.texts.filter(({ given: { from } }) => from !== 'passages' && from !== 'found-above');
  const beside = sumTexts(others) + (contents.entries[contents.turnStart]?.tokens ?? 0);
  return {
    ...historyLimits(history, { room, beside }),
    prefixCharacters: countPrefix(contents),
  };
}

function sumTexts(texts: CallFrame['texts']): number {
  return texts.reduce((sum, { tokens }) => sum + tokens, 0);
}

function countPrefix({ leading }: CallContents): number {
  return leading.find(({ from }) => from === 'summary')?.text.length ?? 0;
}

function pointAtStep(
  pointed: PointedResult,
  { contents, model, canRead }: CallInput & { canRead: boolean },
): string | undefined {
  const reference = contents.references[pointed.index];
  if (reference?.from !== 'trace') return undefined;
  const { step, ordinal } = reference;
  const { countText } = model.counters;
  const input = contents.inputs.get(`${step}.${ordinal}`);
  return pointAtResult(pointed, { step, ordinal, input, canRead, countText });
}

function markCut(
  leftTokens: number,
  { contents, canRead }: { contents: CallContents; canRead: boolean },
): string {
  const reference = contents.references[contents.turnStart];
  if (!canRead || !reference)
    return `\n[… ${leftTokens} tokens left out here; the whole message is stored …]\n`;
  const name = reference.from === 'conversation' ? `message:${reference.seq}` : 'input';
  return `\n[… ${leftTokens} tokens left out here; read_artifact reads them, name '${name}' …]\n`;
}

function renderCall(
  manifest: ContextManifest,
  contents: CallContents,
  text: ManifestSources['text'],
): ReturnType<typeof renderManifest> {
  const messages = renderManifest(manifest, { ...contentSources(contents), text });
  const [problem] = validateForm(messages, manifest);
  if (problem) throw new Error(`The rendered request is not valid for ${manifest.grammar}: ${problem}`);
  return messages;
}

function contentSources(contents: CallContents): Omit<ManifestSources, 'text'> {
  const { thread, trace, answers, leading } = contents;
  const summary = leading.find((one) => one.from === 'summary');
  const standing = leading.find((one) => one.from === 'standing');
  const passages = leading.find((one) => one.from === 'passages');
  return {
    thread,
    trace,
    answers,
    summary: summary?.body,
    standing: standing?.rendered,
    passages: passages?.found,
    input: readQuestion(contents),
    inputAttachments: contents.pictures.get(contents.turnStart),
  };
}
