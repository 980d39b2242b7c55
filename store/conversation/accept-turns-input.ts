import type { AttachedFile } from '../../context/attachments/attachment.js';
import type { NewFile } from '../../protocol/file-facts.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { DropTurnInput } from '../../protocol/messages.js';
import { type PlaceThreadInput } from '../threads/place-thread.js';
import type { NewTurn } from '../../protocol/activities/conversation.js';

export interface AcceptTurnsInput {
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
  /** Id of a sub-thread; absent: the conversation itself. */
  thread?: string;
  /** The message that a new sub-thread hangs on. */
  anchor?: PlaceThreadInput['anchor'];
  /** Reference of what was said before a new conversation; absent: it begins with the turns. */
  pastRef?: string;
  turns: readonly NewTurn[];
  /** Turns whose ids the Workflow knows. They are compared with the stored ones and never stored. */
  repeated?: readonly NewTurn[];
  /** Messages to drop or to restore, after the turns are stored. */
  drops?: readonly DropTurnInput[];
  /** Ids of the unfinished turns that the Workflow knows of. Those that it does not know are returned, too. */
  waiting: readonly string[];
  /** How many turns the user may have that have not ended; default and null: any number. */
  maxTurns?: number | null;
  countTokens: (text: string) => number;
  /** Plain tokens of a picture that is shown; default: none. */
  countPicture?: (picture: AttachedFile) => number;
  /** Why an object that is asked for cannot be given, as a sentence; undefined: it can. Default: every one can. */
  refuseOutput?: (schema: JsonSchema) => Promise<string | undefined>;
  /** How many bytes of files the user may store; default and null: any number. */
  maxStoredBytes?: number | null;
  /** Files that came with the turns; they are stored with them. */
  uploads?: readonly NewFile[];
  /** Removes NUL characters and lone surrogates, which Postgres refuses. */
  clean: (text: string) => string;
}
