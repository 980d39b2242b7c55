type Delta = Readonly<Record<string, unknown>>;

interface OpenCall {
  readonly place: number;
  id: string;
  input: string;
}

/** Numbers streamed tool calls, because some endpoints send index 0 for all. */
export class ToolCallPlaces {
  readonly #open = new Map<unknown, OpenCall>();
  #count = 0;

  place(delta: Delta): Delta {
    const { index, id } = delta;
    const { name, arguments: written } = toFields(delta['function']);
    const input = typeof written === 'string' ? written : written == null ? '' : JSON.stringify(written);
    const newId = typeof id === 'string' ? id.trim() : '';
    const open = this.#open.get(index);
    const call =
      !open || isNewCall(open, { id: newId, name, input })
        ? { place: this.#count++, id: newId, input: '' }
        : open;
    call.input += input;
    call.id ||= newId;
    this.#open.set(index, call);
    return { ...delta, index: call.place, function: { name, arguments: input } };
  }
}

/** Some endpoints change the id in every chunk, so a new call also needs a name. */
function isNewCall(
  open: OpenCall,
  { id, name, input }: { id: string; name: unknown; input: string },
): boolean {
  if (typeof name !== 'string' || name === '') return false;
  if (id !== '' && open.id !== '' && id !== open.id) return true;
  return input.trimStart().startsWith('{') && isComplete(open.input);
}

function isComplete(input: string): boolean {
  try {
    JSON.parse(input);
    return true;
  } catch {
    return false;
  }
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
