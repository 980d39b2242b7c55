import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import type { ContextManifest, SentRange } from '../../context/manifest.js';
import { toMessages, type ThreadText, type TraceEntry } from '../../context/to-messages.js';
import { toPrompt } from '../../models/to-prompt.js';
import { loadThread, loadTrace, type ExecutionFacts } from '../../store/context-rows.js';
import type { Database } from '../../store/database.js';
import { recallText } from '../../store/generated-text.js';
import type { ToolSchema } from '../../tools/tool-registry.js';

/** Renders exactly what a manifest says, from rows alone. */
export async function renderContext(
  db: Database,
  execution: ExecutionFacts,
  manifest: ContextManifest,
): Promise<Pick<LanguageModelV3CallOptions, 'prompt' | 'tools'>> {
  const thread: ThreadText[] = [];
  const trace: TraceEntry[] = [];
  for (const range of manifest.sent) await render(range);
  const system = manifest.system === null ? undefined : await recallText(db, manifest.system);
  const tools = manifest.tools === null ? undefined : toTools(await recallText(db, manifest.tools));
  return { prompt: toPrompt({ system, messages: toMessages(thread, trace) }), ...(tools && { tools }) };

  async function render(range: SentRange): Promise<void> {
    switch (range.from) {
      case 'conversation': {
        const { conversationId } = execution;
        if (conversationId !== null) thread.push(...(await loadThread(db, { conversationId, ...range })));
        return;
      }
      case 'input':
        thread.push({ role: 'user', content: execution.input ?? '' });
        return;
      case 'trace':
        trace.push(...(await loadTrace(db, { executionId: execution.id, throughStep: range.throughStep })));
        return;
      default:
        throw new Error(`A manifest sends from '${String(range satisfies never)}', which nothing renders`);
    }
  }
}

function toTools(json: string): LanguageModelV3FunctionTool[] {
  // Written by rememberText from ToolSchema[].
  const schemas = JSON.parse(json) as ToolSchema[];
  return schemas.map((schema) => ({ type: 'function', ...schema }));
}
