import { ApplicationFailure } from '@temporalio/activity';
import type { ContextManifest, SentItem } from '../../context/manifest.js';
import { renderManifest } from '../../context/render-manifest.js';
import type { Database } from '../../store/database.js';
import type { ExecutionFacts } from '../../store/execution-facts.js';
import { loadExecutionTexts } from '../../store/execution-texts.js';
import { recallText } from '../../store/generated-text.js';
import { loadAnswerTexts } from '../../store/node-answers.js';
import { loadThread } from '../../store/thread-rows.js';
import { loadTrace } from '../../store/trace-rows.js';
import { requestHash, toRequest, type ModelRequest } from './request.js';

/**
 * Renders exactly what a manifest says, from rows alone, at any later time. Throws `Context.Changed` when the
 * outcome is not the request that was planned.
 */
export async function renderContext(
  db: Database,
  execution: Pick<ExecutionFacts, 'id' | 'conversationId' | 'input'>,
  manifest: ContextManifest,
): Promise<ModelRequest> {
  if (manifest.policy !== 2)
    throw changed(`It was planned by policy ${String(manifest.policy)}, which this version does not render`);
  const { conversationId } = execution;
  const thread = rangeOf(manifest.sent, 'conversation');
  const trace = rangeOf(manifest.sent, 'trace');
  const texts = await recallTexts(db, execution.id, manifest);
  const messages = renderManifest(manifest, {
    thread: thread && conversationId !== null ? await loadThread(db, { conversationId, ...thread }) : [],
    answers: await loadAnswerTexts(db, {
      executionId: execution.id,
      steps: manifest.sent.flatMap((item) => (item.from === 'answers' ? item.steps : [])),
    }),
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
 * Tools and plain prompts are the same for all; every other text of ours is this execution's, a prompt with what a
 * user said in it, too.
 */
async function recallTexts(
  db: Database,
  executionId: number,
  { system, isSystemOwn, tools, pointers, sent }: ContextManifest,
): Promise<Map<string, string>> {
  const own = new Set<string>([
    ...pointers.map(({ text }) => text),
    ...sent.flatMap((item) => [
      ...('text' in item ? [item.text] : []),
      ...('cut' in item && item.cut !== undefined ? [item.cut.marker] : []),
    ]),
  ]);
  if (isSystemOwn && system !== null) own.add(system);
  const texts = await loadExecutionTexts(db, { executionId, hashes: [...own] });
  for (const hash of [system, tools])
    if (hash !== null && !texts.has(hash)) texts.set(hash, await recallText(db, hash));
  return texts;
}

function changed(reason: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Context.Changed',
    message: `The context of this call cannot be rebuilt: ${reason}`,
    nonRetryable: true,
  });
}
