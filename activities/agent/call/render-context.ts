import { ApplicationFailure } from '@temporalio/activity';
import { requestHash, toRequest, type RenderedRequest } from '../../../context/call/request.js';
import type { RequestForm } from '../../../context/grammar/request-template.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { renderManifest } from '../../../context/manifest/render-manifest.js';
import { manifestNeeds, type ManifestNeeds } from '../../../context/manifest/manifest-needs.js';
import type { ManifestSources } from '../../../context/sent/sources.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadExecutionTexts } from '../../../store/execution/execution-texts.js';
import { recallText } from '../../../store/calls/generated-texts.js';
import { loadAnswerTexts } from '../../../store/nodes/node-answers.js';
import { loadQuotes } from '../../../store/passages/load-quotes.js';
import { loadStandingTexts } from '../../../store/standing/load-standing-texts.js';
import { findSummary } from '../../../store/summaries/summary-head.js';
import { loadMessageRange } from '../../../store/conversation/load-window.js';
import { loadTrace } from '../../../store/calls/load-trace.js';

type RenderedExecution = Pick<ExecutionFacts, 'id' | 'conversationId' | 'input'> &
  Partial<Pick<ExecutionFacts, 'branch' | 'attachments'>>;

/** `form` defaults to the manifest's grammar and template. */
export async function renderContext(
  db: Database,
  execution: RenderedExecution,
  manifest: ContextManifest,
  form?: RequestForm,
): Promise<RenderedRequest> {
  if (manifest.policy !== 1)
    throw changed(`A different version of Threadline planned the call (policy ${String(manifest.policy)})`);
  const needs = manifestNeeds(manifest);
  const texts = await recallTexts(db, execution.id, needs);
  const sources = {
    ...(await loadRows(db, execution, {
      needs,
      without: manifest.placeholders?.map(({ seq }) => seq) ?? [],
    })),
    input: execution.input ?? '',
    inputAttachments: execution.attachments,
    text: (hash: string) => texts.get(hash) ?? '',
  };
  const render = (laidOut: ContextManifest): RenderedRequest =>
    toRequest(manifest, {
      messages: renderManifest(laidOut, sources),
      toolsJson: manifest.tools === null ? undefined : texts.get(manifest.tools),
      schemaJson: manifest.output?.isSent === true ? texts.get(manifest.output.schema) : undefined,
      toPrompt,
    });
  const request = render(manifest);
  if (requestHash(request) !== manifest.request)
    throw changed(
      "The rendered request differs from the planned one: the rows or Threadline's version changed",
    );
  return form ? render({ ...manifest, ...form }) : request;
}

async function loadRows(
  db: Database,
  { id: executionId, conversationId, branch }: Omit<RenderedExecution, 'input'>,
  { needs, without }: { needs: ManifestNeeds; without: readonly number[] },
): Promise<Omit<ManifestSources, 'input' | 'text'>> {
  const { thread, trace, answers, quotes, standing, sentSummary } = needs;
  const isInConversation = conversationId !== null;
  const summary =
    isInConversation && sentSummary !== undefined
      ? await findSummary(db, { conversationId, ordinal: sentSummary })
      : undefined;
  return {
    thread:
      thread && isInConversation
        ? await loadMessageRange(db, { conversationId, branch, ...thread, without })
        : [],
    trace: trace ? await loadTrace(db, { executionId, ...trace }) : [],
    answers: await loadAnswerTexts(db, { executionId, steps: answers }),
    summary: summary?.content,
    standing:
      isInConversation && standing.length > 0
        ? await loadStandingTexts(db, { conversationId, branch, requests: standing })
        : undefined,
    passages:
      isInConversation && quotes.length > 0
        ? await loadQuotes(db, { conversationId, branch, passages: quotes })
        : undefined,
  };
}

export async function recallTexts(
  db: Database,
  executionId: number,
  { own, shared }: ManifestNeeds,
): Promise<Map<string, string>> {
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
