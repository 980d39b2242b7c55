import { describe, expect, test } from 'vitest';
import { compileStanding, findStanding } from '../../../context/standing/find-standing.js';

const STANDING = [
  'Always answer in metric units.',
  'Please always answer in metric units',
  'Never call me before nine.',
  'never ever use emojis',
  'By the way, never call me before nine.',
  'From now on, use British spelling.',
  'from now on always sign with my initials',
  'Going forward: no more bullet lists please.',
  "From now on I'd like you to ask before you book anything.",
  "Don't ever suggest restaurants with meat.",
  'Do not ever mention my salary.',
  "Don't use emojis in your answers.",
  "Don't call me Bob.",
  'Call me Ada.',
  'You can call me Dr. Chen',
  'Please call me by my last name.',
  'call me "captain"',
  'Please stop apologizing.',
  'stop using exclamation marks',
  'Answer in German.',
  'Only answer in French please.',
  "Let's switch to Spanish.",
  'Keep your answers short.',
  'End every answer with a question.',
  'When I ask about recipes, always list the calories.',
  'Whenever I paste code, check it for typos first.',
  'Every time I mention a city, tell me its population.',
  'Show the formula whenever you calculate something.',
  'If I ever ask for a summary, keep it under five lines.',
  'I want you to always cite your sources.',
  "I'd like you to never use my full name.",
  'Make sure you always give prices in euros.',
  'You must always address me as Doctor.',
  'Could you please always give two options?',
  'Can you use metric units from now on?',
  'Use the 24-hour clock unless I say otherwise.',
  'In future, please add the date at the top.',
  'Convert prices to euros by default.',
  'No emojis in your answers, please.',
  'Remember to always greet me in French.',
  'Remind me to stretch every time I mention my back.',
];

const PREFERENCES = [
  'I prefer window seats.',
  'I really prefer tea over coffee.',
  "I'd prefer short answers.",
  'Just so you know: I like it. I generally prefer trains to planes.',
  "I don't like it when you apologize.",
  "I'd rather you didn't use bullet points.",
  'My preferred airline is Lufthansa.',
  'Prefer composition over inheritance.',
];

const NONE = [
  'I have always liked window seats.',
  'Never mind.',
  'Never mind the last one, it works now.',
  'never again!',
  'Always a pleasure.',
  'Always nice to hear from you',
  'Never heard of it.',
  'Always wanted to go there.',
  'Never had a problem with that before.',
  'Always works like a charm.',
  'He always answers in metric units.',
  'I never eat meat.',
  'Should I always use metric units?',
  'Do you always answer in English?',
  'What does "always use metric units" mean?',
  'My boss said: always wear a tie.',
  'The sign reads "Never open this door."',
  '> Always reply below the line.',
  '```\n# always use tabs\nnever call me\n```',
  'Try `always use strict` here',
  '    always indent by four',
  'Translate: Never call me before nine.',
  'Summarize this mail:\n\nDear all,\nAlways lock the door. Never lend your key.\nBest, Tom',
  'Here is the policy:\n\nAlways wear a helmet. From now on, use the side entrance.',
  'Write a story set in the future.',
  'Write a poem about a boy who never grew up.',
  'I prefer the second one.',
  'I prefer this version.',
  'I prefer not to say.',
  "From now on I'll work from home.",
  'From now on it gets easier.',
  'In the future, cars will fly.',
  "Call me when you're done.",
  'Call me back tomorrow.',
  'Call me Monday',
  'Stop!',
  'Stop the server.',
  'When I asked about recipes, you listed calories.',
  'When I was young, I always took the train.',
  'Use metric units.',
  'Tell me why I always lose at chess.',
  "Don't change the API.",
  'Thanks, that works.',
  'How can I never forget a name?',
  '',
  '   ',
];

const TAKE_BACKS: readonly (readonly [string, string])[] = [
  ['Forget what I said about metric units.', 'take-back'],
  ['please ignore my earlier request about emojis', 'take-back'],
  ['Never mind what I said about the calories.', 'take-back'],
  ['You no longer need to cite sources.', 'take-back'],
  ["You don't have to answer in German any more.", 'take-back'],
  ['You can stop adding the date.', 'take-back'],
  ["I don't want calories any more.", 'take-back'],
  ['I no longer prefer window seats.', 'take-back'],
  ['You can call me before nine again.', 'allow'],
  ["It's fine to use emojis again.", 'allow'],
  ['Forget all my preferences.', 'take-back-all'],
  ['Forget everything I said.', 'take-back-all'],
  ['Stop answering in metric units.', 'stop'],
];

describe('findStanding', () => {
  test.each(STANDING)('%s -> an instruction', (text) => {
    expect(findStanding(text).map(({ kind }) => (kind === 'stop' ? 'instruction' : kind))).toEqual([
      'instruction',
    ]);
  });

  test.each(PREFERENCES)('%s -> a preference', (text) => {
    expect(findStanding(text).map(({ kind }) => kind)).toEqual(['preference']);
  });

  test.each(NONE)('%j -> not a request', (text) => {
    expect(findStanding(text)).toEqual([]);
  });

  test.each(TAKE_BACKS)('%s -> %s', (text, kind) => {
    expect(findStanding(text).map((found) => found.kind)).toEqual([kind]);
  });

  test('among other sentences -> each with its place', () => {
    const text =
      'The flat in Porto was fine 🙂. Please always answer\nin metric units! What next? I prefer trains.';
    const found = findStanding(text);
    expect(found.map(({ text: said }) => said)).toEqual([
      'Please always answer in metric units!',
      'I prefer trains.',
    ]);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Please always answer\nin metric units!',
      'I prefer trains.',
    ]);
  });

  test('a list below a heading -> each item', () => {
    const text = 'My rules for you:\n- metric units\n- prices in euros\n\nNow, how tall is it?';
    expect(findStanding(text).map(({ text: said }) => said)).toEqual(['metric units', 'prices in euros']);
  });

  test('a very long message -> only its two ends are read, and at most 40 sentences', () => {
    const within = `Look at this. ${'The hall is wide. '.repeat(150)}Always lock the door. ${'It is old. '.repeat(200)}I prefer trains.`;
    const found = findStanding(within);
    expect(found.map(({ text }) => text)).toEqual(['I prefer trains.']);
    expect(found.map(({ start, end }) => within.slice(start, end))).toEqual(['I prefer trains.']);
    expect(findStanding('Always use tabs. '.repeat(60))).toHaveLength(40);
    expect(findStanding(`Always answer ${'very '.repeat(100)}briefly.`)).toEqual([]);
  });
});

describe('compileStanding', () => {
  test('rules that have been compiled before -> the same requests', () => {
    const text = 'I like tea. Please always answer in metric units, and never call me before nine.';
    const before = findStanding(text);
    compileStanding();
    expect(before).not.toEqual([]);
    expect(findStanding(text)).toEqual(before);
  });
});
