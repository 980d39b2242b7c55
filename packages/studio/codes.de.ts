import type { ExplainedMessage } from '../../context/explain/explanation.js';
import type { LeftRule } from '../../context/message/left.js';
import type { SegmentName } from '../../context/sent/explained.js';
import type { CallPurpose } from '../../protocol/call-purpose.js';
import type { FailureType } from '../../protocol/failure-types.js';

const read = (words: Readonly<Record<string, string | undefined>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined;

const SEGMENTS: Readonly<Record<SegmentName, string>> = {
  system: 'System',
  tools: 'Tools',
  standing: 'Dauerhafte Wünsche',
  summary: 'Zusammenfassung',
  found: 'Gefunden',
  history: 'Verlauf',
  'current message': 'Aktuelle Nachricht',
  'own steps': 'Eigene Schritte',
  notes: 'Hinweise',
  reserve: 'Reserve',
  free: 'Frei',
};

const RULES: Readonly<Record<LeftRule, string>> = {
  window: 'älter als die neuesten Nachrichten, die immer gesendet werden, und ohne Zusammenfassung',
  budget: 'kein Platz neben neueren Nachrichten',
  hygiene: 'nie gesendet: Gedanken, leere Teile, unvollständige Tool-Aufrufe oder Antworten',
  cut: 'zu lang: Anfang und Ende werden gesendet',
  placeholder: 'ein langer Text: ein Platzhalter mit seinem Anfang wird gesendet',
  characters: 'die ältesten eines Verlaufs mit zu vielen Zeichen',
  spilled: 'ein zu großes Tool-Ergebnis: ein Verweis auf den Speicherort wird gesendet',
  evicted: 'ein altes, großes Tool-Ergebnis: ein Verweis wird gesendet',
  compacted: 'durch eine Zusammenfassung ersetzt, weil der Kontext fast voll war',
  cleared: 'aus der Zeit vor dem Leeren des Threads',
  'covered-by-summary': 'in der Zusammenfassung des Threads enthalten',
  standing: 'dauerhafte Wünsche, für die neben den neueren kein Platz ist',
  images: 'Bilder, für die kein Platz ist: ihre Namen werden gesendet',
  'no-images': 'Bilder, die das Modell nicht annimmt: ihre Namen werden gesendet',
  dropped: 'vom Benutzer weggelassen: Wiederherstellen sendet sie erneut',
  refused: 'vom Anbieter abgelehnt: Wiederholen sendet sie erneut',
  retried: 'durch eine spätere Nachricht wiederholt',
  isolated: 'innere Schritte eines anderen Agenten: nur seine Antwort wird geteilt',
};

const ROLES: Readonly<Record<ExplainedMessage['role'], string>> = {
  system: 'System',
  user: 'Benutzer',
  assistant: 'Assistent',
  tool: 'Tool',
};

const FORMS: Readonly<Record<ExplainedMessage['form']['kind'], string>> = {
  whole: 'vollständig',
  'broken off': 'abgebrochen',
  cut: 'gekürzt',
  placeholder: 'Platzhalter',
  'without images': 'ohne Bilder',
  pointer: 'Verweis',
};

const PURPOSES: Readonly<Record<CallPurpose, string>> = {
  answer: 'Antwort',
  repair: 'Korrektur',
  summary: 'Zusammenfassung',
  compaction: 'Verdichtung',
  description: 'Beschreibung',
};

const SUMMARIES: Readonly<Record<string, string>> = {
  thread: 'Thread',
  inline: 'im Aufruf',
  merge: 'zusammengeführt',
  summarize: 'auf Wunsch',
  adopted: 'übernommen',
  failed: 'fehlgeschlagen',
  superseded: 'überholt',
  unusable: 'unbrauchbar',
};

const ERRORS: Partial<Record<FailureType, string>> = {
  'Client.NotFound': 'Nicht gefunden.',
  'Client.Unavailable': 'Der Dienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'Client.OutcomeOpen': 'Der Ausgang ist unbekannt. Versuchen Sie es noch einmal.',
  'Client.Paused': 'Der Dienst ist angehalten. Versuchen Sie es später noch einmal.',
  'Gateway.Unauthorized': 'Der Schlüssel fehlt oder ist ungültig.',
  'Conversation.QueueFull': 'Die Warteschlange ist voll. Versuchen Sie es später noch einmal.',
  'Conversation.Busy': 'Der Chat ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'Conversation.Closed': 'Dieser Chat ist geschlossen.',
  'Conversation.HasForks': 'Andere Chats lesen diese Nachrichten. Löschen Sie zuerst die anderen.',
  'Conversation.TooManyLinks': 'Dieser Chat hat zu viele Links. Widerrufen Sie zuerst einen.',
  'Turn.NotQueued': 'Diese Nachricht wartet nicht mehr und lässt sich nicht mehr ändern.',
  'Execution.Ended': 'Dieser Lauf ist beendet.',
  'Execution.NotRunning': 'Dieser Lauf ist nicht mehr in Arbeit.',
  'Approval.NotWaiting': 'Über diese Freigabe ist schon entschieden.',
  'Approval.NotPermitted': 'Sie dürfen darüber nicht entscheiden.',
  'User.StorageFull': 'Ihr Dateispeicher ist voll.',
  'Store.Unavailable': 'Der Speicher ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
};

/** The rows of calls and waits contain English text, not a code. */
const LABELS: Readonly<Record<string, string>> = {
  Answer: 'Antwort',
  'Answer, cut off': 'Antwort, abgeschnitten',
  Reply: 'Erwiderung',
  'Failed call': 'Fehlgeschlagener Aufruf',
  'Canceled call': 'Abgebrochener Aufruf',
  'Wait for the model': 'Wartet auf das Modell',
  'Summarize older messages': 'Ältere Nachrichten zusammenfassen',
  'Wait for approval': 'Wartet auf Freigabe',
  Approval: 'Freigabe',
  Rejection: 'Ablehnung',
  'Expired approval': 'Abgelaufene Freigabe',
  'Unanswered approval': 'Unbeantwortete Freigabe',
};

function labelName(label: string): string {
  const [, first = '', of] = /^(.*?)( of .+)?$/s.exec(label) ?? [];
  const named = read(LABELS, first);
  if (named !== undefined) return of === undefined ? named : `${named}:${of.slice(3)}`;
  return label.replace(/^Call (?=.)/, 'Aufruf: ');
}

function placeName(place: ExplainedMessage['place']): string | undefined {
  switch (place.from) {
    case 'conversation':
      return `Nachricht ${place.seq}`;
    case 'broken-calls':
      return `Tool-Aufrufe der abgebrochenen Nachricht ${place.seq}`;
    case 'passage':
      return `${place.isPart ? 'Teil von ' : ''}Nachricht ${place.seq}, gefunden`;
    case 'standing':
      return `Dauerhafter Wunsch aus Nachricht ${place.seq}`;
    case 'summary':
      return `Zusammenfassung ${place.ordinal} der Nachrichten ${place.coversFrom}–${place.coversThrough}`;
    case 'trace':
      return place.ordinal === 0
        ? `Schritt ${place.step}`
        : `Schritt ${place.step}, Ergebnis ${place.ordinal}`;
    case 'answer':
      return `Antwort von Schritt ${place.step}`;
    case 'input':
      return 'Eingabe';
    case 'compaction':
      return 'Verdichtung';
    case 'opening':
      return 'Systemprompt, wiederholt';
    case 'schema':
      return 'Ausgabeschema';
    case 'joined':
      return 'Nachricht während der Antwort';
    case 'note':
      return 'Hinweis';
    case 'directive':
      return 'Bitte um eine Zusammenfassung';
    case 'prompt':
    case 'aside':
    case 'ancestor':
    case 'above':
    case 'anchor':
    case 'found-above':
      return undefined;
  }
}

export const CODES = {
  label: (kind: string, label: string) => (kind === 'call' || kind === 'wait' ? labelName(label) : label),
  segment: (name: string) => read(SEGMENTS, name) ?? name,
  rule: (rule: string, words: string) => read(RULES, rule) ?? words,
  role: (role: string) => read(ROLES, role) ?? role,
  form: (form: string) => read(FORMS, form) ?? form,
  purpose: (purpose: string) => read(PURPOSES, purpose) ?? purpose,
  summary: (code: string) => read(SUMMARIES, code) ?? code,
  error: (type: string, message: string) => read(ERRORS, type) ?? message,
  place: (place: ExplainedMessage['place'], name: string) => placeName(place) ?? name,
};
