import type { InstalledModel } from './install-model.js';

export interface ChatMessage {
  role: string;
  content: string | readonly { type: string; text?: string }[] | null;
}

export interface CompletionRequest {
  messages: readonly ChatMessage[];
  maxTokens: number;
  temperature: number;
  onText: (text: string) => void;
  signal: AbortSignal;
}

export interface Completion {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  finishReason: 'stop' | 'length';
}

export interface OpenModel {
  contextSize: number;
  complete(request: CompletionRequest): Promise<Completion>;
  close(): Promise<void>;
}

interface Runtime {
  getLlama(options: { gpu: false; build: 'never'; logLevel: 'error' }): Promise<{
    loadModel(options: { modelPath: string }): Promise<RuntimeModel>;
    dispose(): Promise<void>;
  }>;
}
interface RuntimeModel {
  tokenize(text: string, specialTokens: true): number[];
  detokenize(tokens: readonly number[]): string;
  isEogToken(token: number): boolean;
  createContext(options: {
    contextSize: number;
    threads: number;
  }): Promise<{ getSequence(): RuntimeSequence }>;
}
interface RuntimeSequence {
  readonly nextTokenIndex: number;
  adaptStateToTokens(tokens: readonly number[]): Promise<void>;
  evaluate(tokens: readonly number[], options: { temperature: number }): AsyncIterable<number>;
}

const BROKEN = '\uFFFD';

export async function openModel(
  { runtimeUrl, weightsPath }: InstalledModel,
  contextSize: number,
): Promise<OpenModel> {
  const { getLlama } = (await import(runtimeUrl)) as Runtime;
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error' });
  const model = await llama.loadModel({ modelPath: weightsPath });
  const sequence = (await model.createContext({ contextSize, threads: 1 })).getSequence();
  return {
    contextSize,
    complete: (request) => complete({ model, sequence, contextSize }, request),
    close: () => llama.dispose(),
  };
}

async function complete(
  { model, sequence, contextSize }: { model: RuntimeModel; sequence: RuntimeSequence; contextSize: number },
  { messages, maxTokens, temperature, onText, signal }: CompletionRequest,
): Promise<Completion> {
  const prompt = model.tokenize(toChatMl(messages), true);
  await sequence.adaptStateToTokens(prompt);
  const cachedTokens = Math.min(sequence.nextTokenIndex, prompt.length - 1);
  if (cachedTokens < sequence.nextTokenIndex)
    await sequence.adaptStateToTokens(prompt.slice(0, cachedTokens));
  const limit = Math.min(maxTokens, contextSize - prompt.length);
  const written: number[] = [];
  let sent = 0;
  let finishReason: Completion['finishReason'] = 'stop';
  for await (const token of sequence.evaluate(prompt.slice(cachedTokens), { temperature })) {
    if (signal.aborted || model.isEogToken(token)) break;
    written.push(token);
    const text = model.detokenize(written.slice(sent));
    if (!text.endsWith(BROKEN)) {
      onText(text);
      sent = written.length;
    }
    if (written.length >= limit) {
      finishReason = 'length';
      break;
    }
  }
  return { promptTokens: prompt.length, cachedTokens, completionTokens: written.length, finishReason };
}

function toChatMl(messages: readonly ChatMessage[]): string {
  const turns = messages.map(({ role, content }) => `<|im_start|>${role}\n${toText(content)}<|im_end|>\n`);
  return `${turns.join('')}<|im_start|>assistant\n`;
}

function toText(content: ChatMessage['content']): string {
  if (content === null) return '';
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}
