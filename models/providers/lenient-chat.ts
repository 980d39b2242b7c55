import { ToolCallPlaces } from './tool-call-places.js';
import { fetchStream } from './provider-fetch.js';

/** Corrects answers of compatible endpoints, which the provider package would reject. */
export const fetchChat: typeof fetch = async (input, init) => {
  const response = await fetchStream(input, init);
  if (!response.ok || response.body === null) return response;
  const { status, statusText, headers } = response;
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(normalizeAnswer())
    .pipeThrough(new TextEncoderStream());
  return new Response(body, { status, statusText, headers });
};

const DONE = '[DONE]';

type Fields = Readonly<Record<string, unknown>>;

/** Recognizes the format by the body, because the content type is often wrong. */
function normalizeAnswer(): TransformStream<string, string> {
  const chunks = new ChunkNormalizer();
  /** Pieces of a line, joined at its end, because joining at each piece would be quadratic. */
  let held: string[] = [];
  let isJson: boolean | undefined;
  let data: string[] = [];
  return new TransformStream({
    transform(text, controller) {
      isJson ??= isJsonBody(text);
      // Leading blanks say nothing.
      if (isJson === undefined) return;
      const end = isJson ? -1 : text.lastIndexOf('\n');
      if (end >= 0) {
        const lines = [...held, text.slice(0, end)].join('').split('\n');
        held = [];
        for (const line of lines) for (const event of readLine(line)) controller.enqueue(event);
      }
      if (end + 1 < text.length) held.push(text.slice(end + 1));
    },
    flush(controller) {
      if (isJson === true) {
        for (const event of [held.join(''), DONE].flatMap((body) => chunks.normalize(body)))
          controller.enqueue(event);
        return;
      }
      // Some endpoints omit the final blank line.
      if (held.length > 0) readLine(held.join(''));
      const last = data.join('\n');
      if (last !== DONE && !parseObject(last)) return;
      for (const event of readLine('')) controller.enqueue(event);
    },
  });

  function readLine(line: string): string[] {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.startsWith('data:')) data.push(text.slice('data:'.length).trim());
    if (text !== '' || data.length === 0) return [];
    const event = data.join('\n');
    data = [];
    return chunks.normalize(event);
  }
}

function isJsonBody(text: string): boolean | undefined {
  const first = /\S/.exec(text)?.[0];
  return first === undefined ? undefined : first === '{' || first === '[';
}

class ChunkNormalizer {
  readonly #places = new ToolCallPlaces();
  #hasAnswer = false;
  #hasEnd = false;

  normalize(data: string): string[] {
    if (data === DONE) return this.#end();
    const chunk = parseObject(data);
    // The provider package reports malformed JSON.
    return [toEvent(chunk ? JSON.stringify(this.#normalizeChunk(chunk)) : data)];
  }

  #end(): string[] {
    const isLacking = this.#hasAnswer && !this.#hasEnd;
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    return [...(isLacking ? [toEvent(JSON.stringify(end))] : []), toEvent(DONE)];
  }

  #normalizeChunk({ error, ...chunk }: Fields): Fields {
    // Some endpoints send an empty error next to an answer.
    const found = error || (Array.isArray(chunk['choices']) ? undefined : findBareError(chunk));
    if (found) {
      this.#hasEnd = true;
      return { error: normalizeError(found) };
    }
    const choices: readonly unknown[] = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
    return { ...chunk, choices: choices.map((choice) => this.#normalizeChoice(toObject(choice))) };
  }

  #normalizeChoice({ delta, message, finish_reason: reason, ...choice }: Fields): Fields {
    this.#hasAnswer = true;
    const isEnd = typeof reason === 'string' && reason !== '';
    this.#hasEnd ||= isEnd;
    const { tool_calls: calls, ...content } = toObject(delta ?? message);
    const placed = Array.isArray(calls) ? calls.map((call) => this.#places.place(toObject(call))) : undefined;
    return { ...choice, delta: { ...content, tool_calls: placed }, finish_reason: isEnd ? reason : null };
  }
}

function findBareError(chunk: Fields): Fields | undefined {
  return typeof (chunk['message'] ?? chunk['detail']) === 'string' ? chunk : undefined;
}

function normalizeError(error: unknown): Fields {
  if (typeof error === 'string') return { message: error };
  const { message, detail, code, status, type } = toObject(error);
  const named = code ?? status;
  const number = typeof named === 'string' && /^\d{3}$/.test(named) ? Number(named) : named;
  return {
    message: [message, detail].find((text) => typeof text === 'string') ?? JSON.stringify(error),
    code: typeof number === 'string' || typeof number === 'number' ? number : undefined,
    type: typeof type === 'string' ? type : undefined,
  };
}

function toEvent(data: string): string {
  return `data: ${data}\n\n`;
}

/** Gemini sends errors in a list. */
function parseObject(text: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const value: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    return typeof value === 'object' && value !== null ? toObject(value) : undefined;
  } catch {
    return undefined;
  }
}

function toObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
