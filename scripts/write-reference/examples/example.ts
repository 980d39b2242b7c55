/** Marks lines that the reference shows for an option, such as `Type.option`. Never run. */
export function example(_option: string, _lines: () => unknown): void {
  return;
}
