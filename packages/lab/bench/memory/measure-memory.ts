import type { LanguageModelV3, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { sql } from 'kysely';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { createOfflineModel } from '../../../../models/offline/offline-model.js';
import { messageText } from '../../../../models/offline/prompt-text.js';
import { appendedSummary, asksForSummary } from '../../../../models/offline/summarize-context.js';
import { conversationWorkflowId, turnWorkflowId, upkeepWorkflowId } from '../../../../protocol/ids.js';
import { findConversationId } from '../../../../store/conversation/find-conversation.js';
import type { Database } from '../../../../store/database.js';
import { registerFlows } from '../../../../store/flows/flows.js';
import { loadSummaryHead } from '../../../../store/summaries/summary-head.js';
import { rounded } from '../statistics.js';
import { createChatActivities } from '../turn/played-chat.js';
import { runActivity } from '../turn/run-activity.js';
import { zeroLatencyModel } from '../zero-latency-model.js';
import { explainAtLength, type MemoryScript, type ReportedFact } from './memory-script.js';

export interface MemoryShares {
  name: string;
  facts: number;
  both: number;
  newestLast: number | undefined;
  held: number;
  ended: number;
  answered: number;
  summary: { tokens: number; facts: number; both: number } | undefined;
}

interface MeasureInput {
  name: string;
  script: MemoryScript;
  settings: { summaries: boolean; retrieval: boolean };
}

const SESSION_TURNS = 20;
const SESSION_DAYS = 5;

export async function measureMemory(db: Database, input: MeasureInput): Promise<MemoryShares> {
  const { script, name } = input;
  const chat = await startChat(db, input);
  for (const [turn, text] of script.turns.entries()) {
    if (turn % SESSION_TURNS === 0) await pause(db, chat.workflowId);
    await chat.say(text);
  }
  const conversationId = await findConversationId(db, chat.workflowId);
  const head = conversationId === undefined ? undefined : await loadSummaryHead(db, conversationId);
  const answers: AnsweredFact[] = [];
  for (const fact of script.facts) answers.push({ fact, ...(await chat.ask(fact.question)) });
  const { context } = await chat.ask('What is a good name for a kite?');
  const requests = standingPart(context);
  const changed = answers.filter(({ fact }) => fact.oldValue !== null);
  const both = changed.filter(({ fact, context: sent }) => hasBoth(sent, fact));
  const text = head?.summary?.content;
  return {
    name,
    facts: share(answers.map(({ fact, context: sent }) => sent.includes(fact.value))),
    both: share(changed.map((one) => both.includes(one))),
    newestLast:
      both.length === 0
        ? undefined
        : share(
            both.map(
              ({ fact, context: sent }) =>
                sent.lastIndexOf(fact.value) > sent.lastIndexOf(fact.oldValue ?? ''),
            ),
          ),
    held: share(script.held.map((request) => requests.includes(request))),
    ended: share(script.ended.map((request) => requests.includes(request))),
    answered: share(answers.map(({ fact, answer }) => answer.includes(fact.value))),
    summary:
      text === undefined
        ? undefined
        : {
            tokens: head?.summary?.tokens ?? 0,
            facts: share(script.facts.map(({ value }) => text.includes(value))),
            both: share(
              script.facts.filter(({ oldValue }) => oldValue !== null).map((fact) => hasBoth(text, fact)),
            ),
          },
  };
}

function share(these: readonly boolean[]): number {
  return rounded(these.filter(Boolean).length / Math.max(1, these.length), 2);
}

interface AnsweredFact {
  fact: ReportedFact;
  context: string;
  answer: string;
}

function hasBoth(text: string, { value, oldValue }: ReportedFact): boolean {
  return text.includes(value) && oldValue !== null && text.includes(oldValue);
}

function standingPart(context: string): string {
  const start = context.indexOf('[What the user asked for once and for all');
  return start === -1 ? '' : context.slice(start).split('\n[Conversation')[0]!.split('\n[Quoted')[0]!;
}

async function pause(db: Database, workflowId: string): Promise<void> {
  const passed = sql`make_interval(days => ${SESSION_DAYS}::integer)`;
  await sql`update conversation set last_message_at = last_message_at - ${passed}
    where workflow_id = ${workflowId}`.execute(db);
  await sql`update conversation_message set created_at = created_at - ${passed}
    where conversation_id in (select id from conversation where workflow_id = ${workflowId})`.execute(db);
}

async function startChat(db: Database, { settings }: MeasureInput) {
  const slug = `memory-${settings.summaries ? 's' : 'n'}${settings.retrieval ? 'r' : 'n'}`;
  const history = {
    ...(settings.summaries ? {} : { summaries: false as const }),
    ...(settings.retrieval ? {} : { retrieval: false as const }),
  };
  await registerFlows(db, [{ ...assistantFlow('offline:demo'), slug, history }]);
  const model = new ExplainingModel();
  const activities = createChatActivities(db, () => model.asLanguageModel());
  const key = { flow: slug, user: 'bench' };
  const workflowId = conversationWorkflowId(key);
  let turns = 0;
  const turn = async (text: string): Promise<string> => {
    turns += 1;
    const turnId = `turn-${turns}`;
    const messages = [{ turnId, kind: 'message' as const, text }];
    await runActivity(workflowId, activities.storeTurns, {
      ...key,
      channel: '',
      turns: messages,
      waiting: [],
    });
    const id = turnWorkflowId(workflowId, turnId);
    await runActivity(id, activities.beginExecution, { ...key, turnId });
    const step = { step: 1, nodeId: 'agent', withoutTools: false, isHarder: false };
    await runActivity(id, activities.trimContext, step);
    await runActivity(id, activities.callModel, { step: 1 });
    const end = await runActivity(id, activities.finishExecution, { status: 'completed' as const });
    if (end.upkeep === true) await runActivity(upkeepWorkflowId(workflowId), activities.summarizeThread, {});
    return end.preview;
  };
  return {
    workflowId,
    async say(text: string): Promise<void> {
      model.explains = true;
      await turn(text);
    },
    async ask(question: string): Promise<{ context: string; answer: string }> {
      model.explains = false;
      const answer = await turn(question);
      return { context: model.context, answer };
    },
  };
}

class ExplainingModel {
  explains = true;
  context = '';
  #seed = 0;
  readonly #offline = createOfflineModel();

  asLanguageModel(): LanguageModelV3 {
    return {
      ...zeroLatencyModel(''),
      doStream: (options) => {
        const { prompt } = options;
        if (isForSummary(prompt)) return this.#offline.doStream(options);
        this.context = prompt.map(messageText).join('\n');
        if (!this.explains) return this.#offline.doStream(options);
        const last = prompt.findLast(({ role }) => role === 'user');
        this.#seed += 2;
        const answer = explainAtLength(last ? messageText(last) : '', this.#seed);
        return zeroLatencyModel(answer + appendedSummary(prompt)).doStream(options);
      },
    };
  }
}

function isForSummary(prompt: LanguageModelV3Prompt): boolean {
  const [first] = prompt;
  return (
    first?.role === 'system' &&
    first.content.startsWith('You keep the running summary') &&
    asksForSummary(prompt)
  );
}
