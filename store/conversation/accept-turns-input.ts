import type { AttachedFile } from '../../context/message/attachment.js';
import type { NewFile } from '../../protocol/file-facts.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { DropTurnInput } from '../../protocol/messages.js';
import { type PlaceThreadInput } from './place-thread.js';
import type { NewTurn, TurnChange } from '../../protocol/activities/conversation.js';

export interface AcceptTurnsInput {
  workflowId: string;
  flow: string;
  user: string;
  channel: string;
  taskQueue?: string;
  thread?: string;
  anchor?: PlaceThreadInput['anchor'];
  pastRef?: string;
  turns: readonly NewTurn[];
  repeated?: readonly NewTurn[];
  changes?: readonly TurnChange[] | undefined;
  drops?: readonly DropTurnInput[];
  waiting: readonly string[];
  isCancelling?: true | undefined;
  maxTurns?: number | null;
  countTokens: (text: string) => number;
  countPicture?: (picture: AttachedFile) => number;
  refuseOutput?: ((schema: JsonSchema) => string | undefined) | undefined;
  maxStoredBytes?: number | null;
  uploads?: readonly NewFile[];
  clean: (text: string) => string;
}
