import { Worker } from 'node:worker_threads';
import { errorMessage } from '../../protocol/error-message.js';
import { loadSource } from '../../protocol/load-source.js';
import type { EmbeddingMessage } from './embedding-thread.js';

type Vector = readonly number[];

interface Job {
  readonly texts: readonly string[];
  readonly vectors: Vector[];
  resolve: (vectors: Vector[]) => void;
  reject: (error: Error) => void;
}

export class EmbeddingQueue {
  readonly #jobs = new Set<Job>();
  #current: Job | undefined;
  #thread: Worker | undefined;

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Vector[]> {
    if (texts.length === 0) return [];
    signal?.throwIfAborted();
    let job: Job | undefined;
    const leave = (): void => {
      if (!job) return;
      this.#jobs.delete(job);
      job.reject(signal?.reason as Error);
    };
    try {
      return await new Promise<Vector[]>((resolve, reject) => {
        job = { texts, vectors: [], resolve, reject };
        this.#jobs.add(job);
        signal?.addEventListener('abort', leave, { once: true });
        this.#next();
      });
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Takes questions first, so that they never wait for a long thread. */
  #next(): void {
    if (this.#current) return;
    let shortest: Job | undefined;
    for (const job of this.#jobs) if (!shortest || textsLeft(job) < textsLeft(shortest)) shortest = job;
    if (!shortest) return;
    this.#current = shortest;
    this.#thread ??= this.#start();
    this.#thread.postMessage(shortest.texts[shortest.vectors.length]);
  }

  #start(): Worker {
    const thread = import.meta.url.endsWith('.ts')
      ? new Worker(loadSource(new URL('./embedding-thread.ts', import.meta.url)), { eval: true })
      : new Worker(new URL('./embedding-thread.js', import.meta.url));
    thread.unref();
    thread.on('message', (message: EmbeddingMessage) => this.#take(message));
    thread.on('error', (error) => this.#end(thread, `its thread failed: ${errorMessage(error)}`));
    thread.on('exit', (code) => this.#end(thread, `its thread ended with code ${code}`));
    return thread;
  }

  #take(message: EmbeddingMessage): void {
    const job = this.#current;
    this.#current = undefined;
    if (job && this.#jobs.has(job)) this.#add(job, message);
    this.#next();
  }

  #add(job: Job, message: EmbeddingMessage): void {
    if (message.kind === 'embedded') job.vectors.push(message.vector);
    if (message.kind === 'embedded' && textsLeft(job) > 0) return;
    this.#jobs.delete(job);
    if (message.kind === 'failed') job.reject(new Error(message.reason));
    else job.resolve(job.vectors);
  }

  #end(thread: Worker, reason: string): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#current = undefined;
    const jobs = [...this.#jobs];
    this.#jobs.clear();
    for (const { reject } of jobs) reject(new Error(reason));
  }
}

function textsLeft({ texts, vectors }: Job): number {
  return texts.length - vectors.length;
}
