import { readActions } from './openhands-actions.js';
import { readEvents } from './openhands-events.js';
import {
  asList,
  asText,
  isLoose,
  LeftRecords,
  type ForeignMessage,
  type ForeignTranscript,
  type Loose,
  type PlacedEvent,
  type TranscriptFormat,
  type TranscriptReader,
} from './transcript-format.js';

/** Each line is a whole history, or an event of one run. */
export const openhands: TranscriptFormat = {
  description:
    'OpenHands: one transcript per line with a "history" or "trajectory", or the events of one run',
  recognizes: (record) =>
    isEvent(record) ||
    asList(record['history'] ?? record['trajectory'])
      .flat()
      .some(isStep),
  open: () => new OpenHandsReader(),
};

function isEvent(value: unknown): value is Loose {
  if (!isLoose(value)) return false;
  const { action, observation, source, kind } = value;
  if (typeof kind === 'string' && typeof source === 'string') return true;
  return typeof source === 'string' && (typeof action === 'string' || typeof observation === 'string');
}

function isStep(value: unknown): boolean {
  return isEvent(value) || (isLoose(value) && typeof value['role'] === 'string');
}

class OpenHandsReader implements TranscriptReader {
  private readonly events: PlacedEvent[] = [];

  add(record: Loose, line: number): ForeignTranscript | undefined {
    const history = record['history'] ?? record['trajectory'];
    if (!Array.isArray(history)) {
      this.events.push({ event: record, line });
      return undefined;
    }
    // Older files pair an action with its observation.
    const steps = asList(history).flat();
    const { instance_id: instance, id, metadata } = record;
    const config = isLoose(metadata) ? metadata['llm_config'] : undefined;
    const model = asText(record['model']) ?? (isLoose(config) ? asText(config['model']) : undefined);
    const { model: used, ...read } = readSteps(
      steps.map((event) => ({ event: isLoose(event) ? event : {}, line })),
    );
    return { id: id ?? instance, model: model ?? used, ...read };
  }

  end(): ForeignTranscript | undefined {
    return this.events.length === 0 ? undefined : readSteps(this.events);
  }
}

function readSteps(
  events: readonly PlacedEvent[],
): Pick<ForeignTranscript, 'model' | 'messages' | 'warnings'> {
  const left = new LeftRecords();
  const messages: ForeignMessage[] = events.every(({ event }) => typeof event['role'] === 'string')
    ? events.map(({ event, line }) => ({ message: event, line }))
    : events.some(({ event }) => typeof event['kind'] === 'string')
      ? readEvents(events, left)
      : readActions(events, left);
  const model = events.map(({ event }) => findModel(event)).findLast(Boolean);
  return { model, messages, warnings: left.toWarnings() };
}

function findModel({ tool_call_metadata: metadata, kind, value }: Loose): string | undefined {
  const response = isLoose(metadata) ? metadata['model_response'] : undefined;
  if (isLoose(response)) return asText(response['model']);
  if (kind !== 'ConversationStateUpdateEvent' || !isLoose(value)) return undefined;
  const agent = isLoose(value['agent']) ? value['agent'] : value;
  return isLoose(agent['llm']) ? asText(agent['llm']['model']) : undefined;
}
