import { ApplicationFailure } from '@temporalio/activity';
import type { ContextManifest, SentItem } from '../../../context/manifest.js';
import { renderManifest, type ManifestSources } from '../../../context/render-manifest.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadExecutionTexts } from '../../../store/execution/execution-texts.js';
import { recallText } from '../../../store/calls/generated-texts.js';
import { loadAnswerTexts } from '../../../store/nodes/node-answers.js';
import { loadQuotes } from '../../../store/passages/load-quotes.js';
import { findSummary } from '../../../store/summaries/summary-head.js';
import { loadThread } from '../../../store/conversation/load-window.js';
import { loadTrace } from '../../../store/calls/load-trace.js';
import { requestHash, toRequest, type RenderedRequest } from './request.js';

/**
 * Renders exactly what a manifest says, from rows alone, at any later time. Throws `Context.Changed` when the
 * outcome is not the request that was planned.
 */
export async function renderContext(
  db: Database,
  execution: Pick<ExecutionFacts, 'id' | 'conversationId' | 'input'>,
  manifest: ContextManifest,
): Promise<RenderedRequest> {
  if (manifest.policy !== 2)
    throw changed(`It was planned by policy ${String(manifest.policy)}, which this version does not render`);
  const { conversationId } = execution;
  const thread = rangeOf(manifest.sent, 'conversation');
  const trace = rangeOf(manifest.sent, 'trace');
  const texts = await recallTexts(db, execution.id, manifest);
  const messages = renderManifest(manifest, {
    thread:
      thread && conversationId !== null
        ? await loadThread(db, {
            conversationId,
            ...thread,
            without: manifest.placeholders?.map(({ seq }) => seq) ?? [],
          })
        : [],
    answers: await loadAnswerTexts(db, {
      executionId: execution.id,
      steps: manifest.sent.flatMap((item) => (item.from === 'answers' ? item.steps : [])),
    }),
    ...(await loadLeading(db, { conversationId, sent: manifest.sent })),
    trace: trace ? await loadTrace(db, { executionId: execution.id, ...trace }) : [],
    input: execution.input ?? '',
    text: (hash) => texts.get(hash) ?? '',
  });
  const request = toRequest(manifest, {
    messages,
    toolsJson: manifest.tools === null ? undefined : texts.get(manifest.tools),
  });
  if (requestHash(request) !== manifest.request)
    throw changed('The rows it refers to give another request than the one that was planned');
  return request;
}

/** The summary and the quotes that a manifest refers to. */
async function loadLeading(
  db: Database,
  { conversationId, sent }: { conversationId: number | null; sent: readonly SentItem[] },
): Promise<Pick<ManifestSources, 'summary' | 'passages'>> {
  if (conversationId === null) return {};
  const summary = sent.find((item) => item.from === 'summary');
  const stored =
    summary === undefined || summary.text !== undefined
      ? undefined
      : await findSummary(db, { conversationId, ordinal: summary.ordinal });
  const quoted = sent.find((item) => item.from === 'passages');
  return {
    ...(stored && { summary: stored.content }),
    ...(quoted && { passages: await loadQuotes(db, { conversationId, passages: quoted.passages }) }),
  };
}

function rangeOf(
  sent: readonly SentItem[],
  from: 'conversation' | 'trace',
): { first: number; last: number } | undefined {
  const items = sent.filter((item) => item.from === from);
  if (items.length === 0) return undefined;
  return {
    first: Math.min(...items.map((item) => ('first' in item ? item.first : Infinity))),
    last: Math.max(...items.map((item) => ('last' in item ? item.last : 0))),
  };
}

/**
 * Tools, plain prompts, headings and requests for a summary are the same for all; every other text of ours is this
 * execution's, a prompt with what a user said in it, too.
 */
async function recallTexts(
  db: Database,
  executionId: number,
  { system, isSystemOwn, tools, pointers, placeholders = [], sent }: ContextManifest,
): Promise<Map<string, string>> {
  const own = new Set([...pointers, ...placeholders].map(({ text }) => text));
  const shared = new Set<string>();
  for (const item of sent) {
    if ('text' in item && item.text !== undefined) (item.from === 'directive' ? shared : own).add(item.text);
    if ('cut' in item && item.cut !== undefined) own.add(item.cut.marker);
    if (item.from === 'summary') shared.add(item.heading);
  }
  if (system !== null) (isSystemOwn ? own : shared).add(system);
  if (tools !== null) shared.add(tools);
  const texts = await loadExecutionTexts(db, { executionId, hashes: [...own] });
  for (const hash of shared) if (!texts.has(hash)) texts.set(hash, await recallText(db, hash));
  return texts;
}

function changed(reason: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Context.Changed',
    message: `The context of this call cannot be rebuilt: ${reason}`,
    nonRetryable: true,
  });
}
