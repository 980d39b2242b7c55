import { seeded } from '../../context/summary/chatter.js';

export interface PlantedFact {
  said: string;
  value: string;
  question: string;
}

interface Template {
  value: (random: () => number) => string;
  said: (thing: string, value: string) => string;
  question: (thing: string) => string;
  things: readonly string[];
}

const number =
  (digits: number) =>
  (random: () => number): string =>
    String(Math.floor(10 ** (digits - 1) * (1 + 9 * random())));
const pick =
  (...items: string[]) =>
  (random: () => number): string =>
    items[Math.floor(random() * items.length)] ?? '';
const dated = (random: () => number): string =>
  `${1 + Math.floor(28 * random())} ${pick('January', 'March', 'May', 'July', 'October')(random)}`;

const VOCABULARIES: Record<string, readonly Template[]> = {
  home: [
    {
      things: ['barn', 'cellar', 'cottage', 'boathouse', 'attic'],
      value: number(4),
      said: (thing, value) => `The code of the ${thing} door is ${value}.`,
      question: (thing) => `What do I have to type in to get into the ${thing}?`,
    },
    {
      things: ['uncle', 'niece', 'cat', 'landlord', 'neighbour'],
      value: pick('Ilse', 'Marek', 'Tomoko', 'Anneke', 'Yusuf', 'Oskar', 'Leila', 'Saskia', 'Dario', 'Wanda'),
      said: (thing, value) => `My ${thing}'s first name is ${value}.`,
      question: (thing) => `Remind me, what is my ${thing} called?`,
    },
    {
      things: ['sister', 'brother', 'mother', 'godson', 'husband'],
      value: dated,
      said: (thing, value) => `My ${thing}'s birthday is on ${value}.`,
      question: (thing) => `When does my ${thing} get a year older?`,
    },
    {
      things: ['garage', 'studio', 'allotment', 'loft', 'parking'],
      value: (random) => `${number(3)(random)} EUR`,
      said: (thing, value) => `The rent for the ${thing} is ${value}.`,
      question: (thing) => `How much do we pay for the ${thing} every month?`,
    },
  ],
  work: [
    {
      things: ['staging', 'billing', 'audit', 'search', 'archive'],
      value: number(5),
      said: (thing, value) => `The ${thing} server uses port ${value}.`,
      question: (thing) => `Where does the ${thing} server listen?`,
    },
    {
      things: ['steel', 'paper', 'paint', 'cable', 'timber'],
      value: (random) => `${pick('KX', 'RM', 'BT', 'QZ')(random)}-${number(4)(random)}`,
      said: (thing, value) => `The ${thing} contract number is ${value}.`,
      question: (thing) => `Under which id did we sign with the ${thing} supplier?`,
    },
    {
      things: ['payroll', 'invoice', 'catalog', 'ledger', 'mailing'],
      value: dated,
      said: (thing, value) => `The deadline for the ${thing} is ${value}.`,
      question: (thing) => `Until when must the ${thing} be finished?`,
    },
    {
      things: ['Lyon', 'Porto', 'Gdansk', 'Turku', 'Bergen'],
      value: number(3),
      said: (thing, value) => `The ${thing} meeting room is ${value}.`,
      question: (thing) => `Which door do I go to for the meeting in ${thing}?`,
    },
  ],
  travel: [
    {
      things: ['Oslo', 'Lisbon', 'Cairo', 'Quito', 'Osaka'],
      value: (random) => `${pick('LH', 'KL', 'AF', 'SK')(random)}${number(4)(random)}`,
      said: (thing, value) => `My flight to ${thing} is ${value}.`,
      question: (thing) => `Which plane takes me to ${thing}?`,
    },
    {
      things: ['harbour', 'castle', 'station', 'airport', 'museum'],
      value: number(4),
      said: (thing, value) => `The ${thing} locker number is ${value}.`,
      question: (thing) => `In which locker at the ${thing} is my bag?`,
    },
    {
      things: ['ferry', 'tram', 'shuttle', 'cable car', 'night train'],
      value: (random) => `${1 + Math.floor(22 * random())}:${10 + Math.floor(49 * random())}`,
      said: (thing, value) => `The last ${thing} leaves at ${value}.`,
      question: (thing) => `How long do I have until the ${thing} is gone?`,
    },
    {
      things: ['hostel', 'lodge', 'spa', 'marina', 'campsite'],
      value: (random) => `0${number(3)(random)} ${number(5)(random)}`,
      said: (thing, value) => `The ${thing} phone is ${value}.`,
      question: (thing) => `How can I call the ${thing}?`,
    },
  ],
};

export function plantFacts(seed: number): PlantedFact[] {
  const random = seeded(seed);
  const taken = new Set<string>();
  const facts = Object.values(VOCABULARIES)
    .flat()
    .flatMap((template) => template.things.map((thing) => plant(template, thing)));
  return facts
    .map((fact) => ({ fact, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ fact }) => fact);

  function plant({ value, said, question }: Template, thing: string): PlantedFact {
    let chosen = value(random);
    while (taken.has(chosen)) chosen = value(random);
    taken.add(chosen);
    return { value: chosen, said: said(thing, chosen), question: question(thing) };
  }
}

export function knownIn(text: string, facts: readonly PlantedFact[]): PlantedFact[] {
  return facts.filter(({ value }) => new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(text));
}
