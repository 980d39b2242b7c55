import { handOver, onLearned, replaceLearned } from '../models/facts/learned-facts.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import { loadModelFacts, storeModelFacts } from '../store/models/learned-model-facts.js';

const PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 300_000;

/** Resolves after the first load of other workers' facts. */
export async function shareLearnedFacts(
  db: Database,
  note: (level: string, message: string) => void,
): Promise<() => Promise<void>> {
  const sharing = new Sharing(db, note);
  await sharing.exchange();
  return () => sharing.stop();
}

class Sharing {
  readonly #db: Database;
  readonly #note: (level: string, message: string) => void;
  readonly #stopListening: () => void;
  #loaded = '';
  #pauseMs = PAUSE_MS;
  #nextMs = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #exchanging: Promise<void> = Promise.resolve();
  #isDown = false;
  #isStopped = false;

  constructor(db: Database, note: (level: string, message: string) => void) {
    this.#db = db;
    this.#note = note;
    this.#stopListening = onLearned((urgency) => this.#schedule(urgency === 'now' ? 0 : PAUSE_MS));
  }

  exchange(): Promise<void> {
    this.#exchanging = this.#exchanging.then(() => this.#exchangeOnce());
    return this.#exchanging;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    await this.exchange();
  }

  async #exchangeOnce(): Promise<void> {
    this.#nextMs = Infinity;
    try {
      await handOver((facts) => storeModelFacts(this.#db, facts));
      if (!this.#isStopped) await this.#load();
      this.#isDown = false;
    } catch (error) {
      if (!this.#isDown)
        this.#note('WARN', `Learned facts about models could not be shared: ${errorMessage(error)}`);
      this.#isDown = true;
    }
    this.#schedule(this.#pauseMs);
  }

  async #load(): Promise<void> {
    const stored = await loadModelFacts(this.#db);
    const text = JSON.stringify(stored);
    this.#pauseMs = text === this.#loaded ? Math.min(this.#pauseMs * 2, MAX_PAUSE_MS) : PAUSE_MS;
    this.#loaded = text;
    replaceLearned(stored);
  }

  #schedule(pauseMs: number): void {
    const atMs = Date.now() + pauseMs;
    if (this.#isStopped || atMs >= this.#nextMs) return;
    this.#nextMs = atMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.exchange(), pauseMs);
    this.#timer.unref();
  }
}
