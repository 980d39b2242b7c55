import { writeAssistantChats, WRITTEN_SETS } from './chats/write-chats.js';
import { writePeople } from './people/write-people.js';

/** Run it with `npm run --silent recall-set -- unseen | npx threadline recall`. */
const SETS = ['people', ...WRITTEN_SETS] as const;

const set = SETS.find((name) => name === process.argv[2]);
if (!set) {
  console.error(`Name one of the sets: ${SETS.join(', ')}`);
  process.exitCode = 2;
} else for (const line of set === 'people' ? writePeople() : writeAssistantChats(set)) console.log(line);
