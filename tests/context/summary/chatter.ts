export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Planted {
  text: string;
  value: string;
}

type Template = (random: () => number, index: number) => Planted;

const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!;
const digits = (random: () => number, count: number): string =>
  String(Math.floor(10 ** (count - 1) + random() * 9 * 10 ** (count - 1)));
const code = (random: () => number): string =>
  `${pick(random, ['KX', 'RM', 'BT', 'QZ', 'LV'])}-${digits(random, 4)}`;
const FIRST = [
  'Ilse',
  'Marek',
  'Tomoko',
  'Bruno',
  'Anneke',
  'Yusuf',
  'Petra',
  'Oskar',
  'Leila',
  'Ruben',
  'Saskia',
  'Dario',
];
const PLACES = [
  'north warehouse',
  'east garage',
  'old mill',
  'river cabin',
  'main office',
  'test lab',
  'harbour shed',
  'second cellar',
  'blue annex',
  'south pier',
  'green house',
  'upper loft',
];
const MONTHS = ['January', 'March', 'May', 'July', 'September', 'November'];

export const VOCABULARIES: Record<string, readonly Template[]> = {
  home: [
    (random, index) =>
      planted(digits(random, 4), (value) => `The gate code of the ${PLACES[index % 12]} is ${value}.`),
    (random, index) =>
      planted(
        `"${FIRST[index % 12]}"`,
        (value) =>
          `My ${pick(random, ['daughter', 'nephew', 'niece', 'parrot', 'cousin'])}'s name is ${value}`,
      ),
    (random) =>
      planted(
        `${digits(random, 2)} ${pick(random, MONTHS)}`,
        (value) => `Our wedding anniversary is on ${value}.`,
      ),
    (random, index) =>
      planted(
        `${digits(random, 3)} liters`,
        (value) => `The tank in the ${PLACES[index % 12]} holds ${value}.`,
      ),
    (random, index) =>
      planted(`+49 170 ${digits(random, 7)}`, (value) => `${FIRST[index % 12]}'s phone number is ${value}.`),
    (random, index) =>
      planted(
        `${digits(random, 4)} EUR`,
        (value) => `The rent for the ${PLACES[index % 12]} is ${value} a month.`,
      ),
  ],
  work: [
    (random, index) =>
      planted(
        digits(random, 5),
        (value) =>
          `Our ${pick(random, ['staging', 'billing', 'audit'])} database ${index} listens on port ${value}.`,
      ),
    (random) => planted(code(random), (value) => `The contract with the supplier has the id ${value}.`),
    (random) =>
      planted(
        `v${digits(random, 1)}.${digits(random, 2)}.${digits(random, 1)}`,
        (value) => `The release that customers run is ${value}.`,
      ),
    (random, index) =>
      planted(
        `/srv/data/${PLACES[index % 12]!.replace(' ', '-')}-${digits(random, 2)}.csv`,
        (value) => `The export is stored in ${value}.`,
      ),
    (random, index) =>
      planted(
        `${FIRST[index % 12]!.toLowerCase()}.${digits(random, 2)}@example.org`,
        (value) => `The contact for invoices is ${value}.`,
      ),
    (random) =>
      planted(
        `2027-0${digits(random, 1)}-1${digits(random, 1)}`,
        (value) => `The deadline of the migration is ${value}.`,
      ),
  ],
  travel: [
    (random) => planted(`LH${digits(random, 4)}`, (value) => `My flight to Oslo is ${value}.`),
    (random, index) =>
      planted(
        `${digits(random, 3)}-${index}`,
        (value) => `The locker combination at the station is ${value}.`,
      ),
    (random) =>
      planted(
        `1${digits(random, 1)}:${digits(random, 2).replace(/^[6-9]/, '4')}`,
        (value) => `The last ferry departs at ${value}.`,
      ),
    (random, index) =>
      planted(
        `${FIRST[index % 12]} ${pick(random, ['Okafor', 'Lindqvist', 'Moreau', 'Tanaka'])}`,
        (value) => `Our guide in the mountains is ${value}.`,
      ),
    (random) =>
      planted(`${digits(random, 2)} Rose Lane`, (value) => `The address of the guest house is ${value}.`),
    (random) => planted(`${digits(random, 4)}`, (value) => `My passport number ends in ${value}.`),
  ],
};

function planted(value: string, text: (value: string) => string): Planted {
  return { value, text: text(value) };
}

export function userChatter(random: () => number): string {
  const name = pick(random, ['Bob', 'Alice', 'Tom', 'Kate', 'Jim']);
  const count = Math.floor(2 + random() * 40);
  return pick(random, [
    `I walked ${count} km with ${name} today, it was lovely!`,
    `Did you see ${count} birds in one tree?`,
    `Maybe around ${count} people came to the market yesterday.`,
    `${name} told me a joke about ${count} penguins, haha.`,
    `I had ${count} coffees this week and I still feel tired.`,
    'The weather is so nice, I might go out later.',
    `My neighbor ${name} saw a film for ${count} minutes and left.`,
    `I guess it took us about ${count} minutes to find parking.`,
    'What would you cook on a rainy day?',
    `We watched ${count} episodes last night, then ${name} fell asleep.`,
  ]);
}

export function assistantChatter(random: () => number): string {
  const count = Math.floor(3 + random() * 9);
  return pick(random, [
    `That sounds wonderful! Here are ${count} ideas you could try next time.`,
    `I'm glad to hear it. About ${count} in 10 people say the same.`,
    `You could simmer it for ${count * 5} minutes, then add Parmesan.`,
    'Noted, thank you for telling me.',
    `Studies from 20${10 + count} suggest that walking helps.`,
  ]);
}
