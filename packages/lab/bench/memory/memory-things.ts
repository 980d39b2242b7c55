import { pick, type Random } from '../context/random.js';

export interface FactKind {
  things: readonly string[];
  value: (random: Random) => string;
  says: (thing: string, value: string) => string;
  changes: (thing: string, value: string) => string;
  asks: (thing: string) => string;
}

const digits =
  (count: number) =>
  (random: Random): string =>
    String(Math.floor(10 ** (count - 1) * (1 + 9 * random())));
const day = (random: Random): string =>
  `${1 + Math.floor(28 * random())} ${pick(random, ['January', 'March', 'May', 'July', 'October'])}`;

export const FACT_KINDS: readonly FactKind[] = [
  {
    things: ['barn', 'cellar', 'cottage', 'boathouse', 'attic', 'garden'],
    value: digits(4),
    says: (thing, value) => `The code of the ${thing} door is ${value}.`,
    changes: (thing, value) => `They changed the lock, the code of the ${thing} door is ${value} now.`,
    asks: (thing) => `What do I have to type in to get into the ${thing}?`,
  },
  {
    things: ['uncle', 'niece', 'cat', 'landlord', 'neighbour', 'godson'],
    value: (random) =>
      `${pick(random, ['Il', 'Ma', 'To', 'An', 'Yu', 'Os', 'Le', 'Da'])}${pick(random, ['se', 'rek', 'moko', 'neke', 'suf', 'kar', 'ila', 'rio', 'linde', 'vane'])}`,
    says: (thing, value) => `My ${thing}'s first name is ${value}.`,
    changes: (thing, value) => `I was wrong, my ${thing}'s first name is ${value}.`,
    asks: (thing) => `Remind me, what is my ${thing} called?`,
  },
  {
    things: ['sister', 'brother', 'mother', 'father', 'husband', 'boss'],
    value: day,
    says: (thing, value) => `My ${thing}'s birthday is on ${value}.`,
    changes: (thing, value) => `I mixed that up: my ${thing}'s birthday is on ${value}.`,
    asks: (thing) => `When does my ${thing} get a year older?`,
  },
  {
    things: ['garage', 'studio', 'allotment', 'loft', 'stable', 'workshop'],
    value: (random) => `${digits(3)(random)} EUR`,
    says: (thing, value) => `The rent for the ${thing} is ${value}.`,
    changes: (thing, value) => `From next month the rent for the ${thing} is ${value}.`,
    asks: (thing) => `How much do we pay for the ${thing} every month?`,
  },
  {
    things: ['staging', 'billing', 'audit', 'search', 'archive', 'backup'],
    value: digits(5),
    says: (thing, value) => `The ${thing} server uses port ${value}.`,
    changes: (thing, value) => `We moved the ${thing} server, it uses port ${value}.`,
    asks: (thing) => `Where does the ${thing} server listen?`,
  },
  {
    things: ['steel', 'paper', 'paint', 'cable', 'timber', 'glass'],
    value: (random) => `${pick(random, ['KX', 'RM', 'BT', 'QZ'])}-${digits(4)(random)}`,
    says: (thing, value) => `The ${thing} contract number is ${value}.`,
    changes: (thing, value) => `We renewed it, so the ${thing} contract number is ${value}.`,
    asks: (thing) => `Under which id did we sign with the ${thing} supplier?`,
  },
  {
    things: ['payroll', 'invoice', 'catalog', 'ledger', 'mailing', 'survey'],
    value: day,
    says: (thing, value) => `The deadline for the ${thing} is ${value}.`,
    changes: (thing, value) => `They gave us more time: the deadline for the ${thing} is ${value}.`,
    asks: (thing) => `Until when must the ${thing} be finished?`,
  },
  {
    things: ['Oslo', 'Lisbon', 'Cairo', 'Quito', 'Osaka', 'Turku'],
    value: (random) => `${pick(random, ['LH', 'KL', 'AF', 'SK'])}${digits(4)(random)}`,
    says: (thing, value) => `My flight to ${thing} is ${value}.`,
    changes: (thing, value) => `I was rebooked, my flight to ${thing} is ${value}.`,
    asks: (thing) => `Which plane takes me to ${thing}?`,
  },
  {
    things: ['ferry', 'tram', 'shuttle', 'funicular', 'sleeper', 'coach'],
    value: (random) => `${10 + Math.floor(13 * random())}:${10 + Math.floor(49 * random())}`,
    says: (thing, value) => `The last ${thing} leaves at ${value}.`,
    changes: (thing, value) => `In summer the last ${thing} leaves at ${value}.`,
    asks: (thing) => `How long do I have until the ${thing} is gone?`,
  },
  {
    things: ['hostel', 'lodge', 'spa', 'marina', 'campsite', 'dentist'],
    value: (random) => `0${digits(3)(random)} ${digits(5)(random)}`,
    says: (thing, value) => `The ${thing} phone is ${value}.`,
    changes: (thing, value) => `The ${thing} phone is ${value} by now.`,
    asks: (thing) => `How can I call the ${thing}?`,
  },
];

export const LASTING_REQUESTS: readonly string[] = [
  'Never call me before nine.',
  'Please stop apologizing.',
  'I prefer window seats.',
  'I prefer trains to planes.',
  "Don't ever mention my salary.",
  'When I ask about recipes, always list the calories.',
  'Whenever I paste code, check it for typos first.',
  'Always give prices in euros.',
  'From now on, use the 24-hour clock.',
  'Never suggest restaurants with meat.',
  'Always cite page numbers when I ask about law.',
  'I want you to always greet me in Latin.',
  'Make sure you always name the weather in Celsius.',
  'No exclamation marks in your answers, please.',
  'Could you please always give two options?',
  'In future, please add a checklist at the bottom.',
  'Every time I mention a city, tell me its population.',
  'I prefer decaf coffee.',
  'Call my boat the Heron from now on.',
  'Always spell colour with a u.',
  'If I ever ask for a toast, keep it under a minute.',
  'Always warn me about pollen.',
  'Never book hotels without parking.',
  'I prefer paper tickets.',
  'Please always round distances.',
  'Remember to always mention sunscreen.',
  'Never use the word synergy.',
  'Always put the verdict first.',
  'I prefer tables for comparisons.',
  "I'd rather you didn't quote poems.",
];

export const REPLACED_REQUESTS: readonly (readonly [string, string])[] = [
  ['Always answer in metric units.', 'From now on, use imperial units.'],
  ['Call me Ada.', 'From now on, call me Captain.'],
  ['Keep your answers short.', 'I prefer detailed answers.'],
  ['Answer in German.', 'From now on answer in English.'],
  ['I prefer aisle shoes.', 'I prefer running shoes.'],
];

export const ENDED_REQUESTS: readonly (readonly [string, string])[] = [
  ['Always add a joke.', 'Stop adding a joke.'],
  ['Never use emojis.', 'You can use emojis again.'],
  ['Always mention the moon phase.', 'You no longer need to mention the moon phase.'],
  ['I prefer green ink.', 'Forget what I said about green ink.'],
  ['Always sign with a haiku.', "You don't have to sign with a haiku any more."],
];
