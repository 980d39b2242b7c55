import type { CallSettings } from '../../protocol/call-settings.js';
import { redactFields } from '../../protocol/redact-secrets.js';
import { GRAMMAR_TRAITS } from '../grammar/grammar.js';
import type { ContextManifest, SentOutput } from '../manifest/manifest.js';
import type { LeftOut } from '../message/entries.js';
import type { ContextPlan } from '../plan/plan-context.js';
import { INPUT_PLACE } from '../sent/input.js';
import type { SentAttachments, SentPlaceholder } from '../sent/kind.js';
import type { MessageReference } from '../sent/sent-kinds.js';
import type { Remember } from '../text/text-memory.js';
import { toManifest } from '../manifest/to-manifest.js';
import type { AskedOutput } from './asked-output.js';
import type { CallContents } from './call-contents.js';
import type { CallInput } from './call-input.js';
import { rememberFrame, type CallFrame } from './frame-call.js';
import { leadCall } from './leading-texts.js';
import type { ToolOffer } from './offer-tools.js';

export interface RecordCallInput {
  plan: ContextPlan;
  frame: CallFrame;
  offer: ToolOffer;
  memory: Remember;
}

export function recordCall(call: CallInput, input: RecordCallInput): Omit<ContextManifest, 'request'> {
  const { contents, model, node } = call;
  const { plan, frame, offer, memory } = input;
  const { entries, references, turnStart } = contents;
  const liftsPictures = !GRAMMAR_TRAITS[model.grammar].hasResultPictures;
  const { opened, leadIn, closed } = rememberFrame(frame, memory);
  const left = nameCovered(plan.left, contents);
  const recorded = toManifest({
    plan: { ...plan, left },
    references,
    originals: entries,
    turnStart,
    leadIn,
    liftsPictures,
    memory,
  });
  const placeholders = rememberPlaceholders(contents, { plan, memory });
  const attachments = rememberAttachments(contents, { plan, memory });
  const warnings = [...model.warnings, ...contents.warnings, ...plan.warnings];
  return {
    policy: 1,
    grammar: model.grammar,
    template: model.template,
    tokenFactor: model.tokenFactor === 1 ? undefined : model.tokenFactor,
    factorSource: model.tokenFactor === 1 ? undefined : model.factorSource,
    textWeights: model.textWeights,
    window: model.window,
    reserve: model.reserve,
    reserveFrom: model.reserveFrom === 'default' ? undefined : model.reserveFrom,
    systemTokens: plan.systemTokens,
    toolTokens: offer.tokens,
    budget: plan.budget,
    tokens: plan.tokens,
    budgetShare: call.budgetShare < 1 ? call.budgetShare : undefined,
    system: node.system === undefined ? null : remember(node.system, { isOwn: node.owns.system, memory }),
    isSystemOwn: node.owns.system && node.system !== undefined ? true : undefined,
    tools: offer.json === undefined ? null : remember(offer.json, { isOwn: node.owns.tools, memory }),
    isToolsOwn: node.owns.tools && offer.json !== undefined ? true : undefined,
    isToolless: call.isToolless && offer.json !== undefined ? true : undefined,
    fallback: node.fallback && { after: node.fallback.after },
    settings: node.callSettings && toSent(node.callSettings),
    output: call.output && rememberOutput(call.output, { isOwn: node.owns.output, memory }),
    sent: [...opened, ...recorded.sent, ...closed],
    pointers: recorded.pointers,
    pictures: recorded.pictures,
    facts: recorded.facts,
    placeholders: placeholders.length > 0 ? placeholders : undefined,
    attachments: attachments.length > 0 ? attachments : undefined,
    left: [...contents.left, ...recorded.left],
    warnings: warnings.length > 0 ? warnings : undefined,
  };
}

function nameCovered(left: readonly LeftOut[], contents: CallContents): LeftOut[] {
  const summary = leadCall(contents).find(({ from }) => from === 'summary');
  const through = summary?.from === 'summary' ? summary.coversThrough : 0;
  return left.map((one) => {
    const reference = contents.references[one.index];
    const isForSize = one.rule === 'budget' || one.rule === 'characters';
    const isCovered = reference?.from === 'conversation' && reference.seq <= through;
    return isForSize && isCovered ? { ...one, rule: 'covered-by-summary' } : one;
  });
}

/** Provider options may contain keys, which are never stored. */
function toSent(settings: CallSettings): CallSettings {
  return redactFields(settings) as CallSettings;
}

function rememberOutput(
  { schemaJson, isSent }: AskedOutput,
  { isOwn, memory }: { isOwn: boolean; memory: Remember },
): SentOutput {
  return {
    schema: remember(schemaJson, { isOwn, memory }),
    isOwn: isOwn ? true : undefined,
    isSent: isSent ? true : undefined,
  };
}

function remember(text: string, { isOwn, memory }: { isOwn: boolean; memory: Remember }): string {
  return isOwn ? memory.keep(text) : memory.share(text);
}

function rememberAttachments(
  { references }: CallContents,
  { plan, memory }: { plan: ContextPlan; memory: Remember },
): SentAttachments[] {
  return plan.entries.flatMap(({ index, tokens }) => {
    const shown = plan.pictures.get(index);
    const reference = references[index];
    if (!shown || !reference) return [];
    const seq = placeOfPictures(reference);
    if (seq === undefined) return [];
    const note = shown.note === undefined ? undefined : memory.keep(shown.note);
    return [{ seq, shown: shown.ordinals, note, tokens }];
  });
}

function placeOfPictures(reference: MessageReference): number | undefined {
  if (reference.from === 'conversation') return reference.seq;
  return reference.from === 'input' ? INPUT_PLACE : undefined;
}

function rememberPlaceholders(
  { placeholders, references }: CallContents,
  { plan, memory }: { plan: ContextPlan; memory: Remember },
): SentPlaceholder[] {
  return plan.entries.flatMap(({ index, tokens }) => {
    const text = placeholders.get(index);
    const reference = references[index];
    if (text === undefined || reference?.from !== 'conversation') return [];
    return [{ seq: reference.seq, text: memory.keep(text), tokens }];
  });
}
