import { AnswerBoundError } from '../stream/answer-bound-error.js';
import { answerBytes } from '../stream/answer-bounds.js';
import { boundEvents } from './bound-events.js';

interface FetchBounds {
  readonly maxBytes: number;
  readonly maxEventBytes?: number;
}

/** Longer bodies are cut: the rest is a page, or an echo of the request. */
export const MAX_ERROR_BYTES = 65_536;
const MAX_ERROR_WORDS = 300;
/** One event may repeat the whole answer or contain a picture. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024;
/** The largest request, for 2,048 vectors of 3,072 numbers, returns 140 MB. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

export const fetchStream = createProviderFetch({
  maxBytes: MAX_ANSWER_BYTES,
  maxEventBytes: MAX_EVENT_BYTES,
});

export const fetchVectors = createProviderFetch({ maxBytes: MAX_ANSWER_BYTES });

export const fetchList = createProviderFetch({ maxBytes: 4 * 1024 * 1024 });

/** Does not follow redirects, whose targets would receive the key and the messages. */
export function createProviderFetch(bounds: FetchBounds): typeof fetch {
  return async (input, init) => {
    const maxBytes = Math.min(answerBytes.getStore() ?? Infinity, bounds.maxBytes);
    const { maxEventBytes } = bounds;
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.status >= 400) return cutErrorBody(response);
    if (response.status >= 300) throw await refuseRedirect(response);
    if (response.body === null) return response;
    const endpoint = readOrigin(response.url, undefined);
    return replaceBody(response, response.body.pipeThrough(boundEvents({ maxBytes, maxEventBytes, fail })));

    function fail(bytes: number, what: string): AnswerBoundError {
      return new AnswerBoundError(
        `The endpoint ${endpoint} sent more than ${bytes} bytes as ${what}, and no more was read: check that its base URL serves models`,
      );
    }
  };
}

async function refuseRedirect(response: Response): Promise<Error> {
  await response.body?.cancel();
  const target = readOrigin(response.headers.get('location'), response.url);
  const message = `The endpoint answered ${response.status}, a redirect to ${target}, which is not followed: set the base URL to where the models are served`;
  return Object.assign(new Error(message), { code: 'ERR_REDIRECT' });
}

async function cutErrorBody(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const { text, isWhole } = await readAtMost(response.body, MAX_ERROR_BYTES);
  if (isWhole) return replaceBody(response, text);
  const words = text.slice(0, MAX_ERROR_WORDS).toWellFormed();
  const message = `${words} ... (the provider's error has more than ${MAX_ERROR_BYTES} bytes, and no more was read)`;
  return replaceBody(response, JSON.stringify({ error: { message } }));
}

function replaceBody(
  { status, statusText, headers }: Response,
  body: ConstructorParameters<typeof Response>[0],
): Response {
  const plain = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) plain.delete(name);
  return new Response(body, { status, statusText, headers: plain });
}

/** Shows only the origin, because the path may contain secrets. */
function readOrigin(location: string | null, base: string | undefined): string {
  try {
    return `'${new URL(location ?? '', base || undefined).origin}'`;
  } catch {
    return 'an invalid address';
  }
}

async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    const rest = maxBytes - bytes;
    text += decoder.decode(value.subarray(0, rest), { stream: true });
    bytes += value.byteLength;
    if (bytes <= maxBytes) continue;
    reader.cancel().catch(() => undefined);
    return { text, isWhole: false };
  }
}
