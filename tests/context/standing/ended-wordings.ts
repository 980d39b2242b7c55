export const REPLACING_WORDINGS: readonly (readonly [string, string])[] = [
  ['pls always use celsius', 'actually fahrenheit is easier for me, use that from now on'],
  ['Call me Ben.', 'you can call me Benjamin now'],
  ['Keep your replies under 100 words please.', 'you can go up to 300 words in your replies from now on'],
  ['from now on write to me in english', 'let’s go back to german from here on'],
  ['I prefer morning appointments.', 'i prefer afternoon appointments these days'],
  ['always book an aisle seat', 'From now on, book a window seat instead.'],
  ['never send me reminders on weekends', 'Actually always send me reminders on weekends.'],
  ['From now on use a formal tone in your answers.', 'From now on use a casual tone in your answers'],
  ['When I share code, explain it in detail.', 'whenever i share code just explain it in one line'],
  ['Always quote prices in USD.', 'from now on quote prices in CHF please'],
];

export const ENDING_WORDINGS: readonly (readonly [string, string])[] = [
  ['Never use emojis.', 'emojis are fine again'],
  ['always end with a joke', 'you can drop the jokes now'],
  ['Answer in French.', 'no need to answer in french anymore'],
  ['Please always add a summary at the end.', 'please don’t add summaries at the end anymore'],
  ['Don’t ever suggest sushi.', 'i can eat sushi again, so you may suggest it'],
  ['I prefer short answers.', 'forget that i prefer short answers'],
  ['When I ask about recipes, always list the calories.', 'stop listing calories for recipes pls'],
  ['Call me Captain from now on.', 'please dont call me captain any longer'],
  ['Always greet me in Latin.', 'you dont need to greet me in latin anymore'],
  ['Never call me before nine.', 'its ok to call me before nine now'],
];
