interface FaultFacts {
  readonly lasts: readonly [shortest: number, longest: number];
  readonly words: string;
}

const FACTS = {
  'worker-killed': { lasts: [1, 3], words: 'one worker is killed, and another is started' },
  'worker-frozen': { lasts: [3, 15], words: 'one worker is stopped by SIGSTOP and continues later' },
  'postgres-killed': { lasts: [1, 4], words: 'Postgres is stopped at once and started again' },
  'postgres-frozen': { lasts: [3, 15], words: 'all processes of Postgres are stopped and go on later' },
  'postgres-cut': { lasts: [0, 0], words: 'all connections to Postgres are ended by the server' },
  'postgres-refuses': { lasts: [2, 8], words: 'connections to Postgres are closed, and new ones refused' },
  'postgres-silent': { lasts: [2, 8], words: 'nothing passes to or from Postgres, then connections close' },
  'postgres-slow': { lasts: [4, 10], words: 'each packet to or from Postgres takes 100 ms longer' },
  'temporal-killed': { lasts: [1, 4], words: 'Temporal is killed and started again with its state' },
  'temporal-frozen': { lasts: [3, 15], words: 'Temporal is stopped by SIGSTOP and continues later' },
  'temporal-refuses': { lasts: [2, 8], words: 'connections to Temporal are closed, and new ones refused' },
  'temporal-silent': { lasts: [2, 8], words: 'nothing passes to or from Temporal, then connections close' },
  'temporal-slow': { lasts: [4, 10], words: 'each packet to or from Temporal takes 100 ms longer' },
} satisfies Record<string, FaultFacts>;

export type ChaosFault = keyof typeof FACTS;

export const CHAOS_FAULTS: Readonly<Record<ChaosFault, FaultFacts>> = FACTS;

export const CHAOS_FAULT_NAMES = Object.keys(FACTS) as readonly ChaosFault[];
