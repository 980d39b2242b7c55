/** Stems of words that frame a question, whatever it is about: `what kind of`, `how many`, `did she mention`. */
const FRAME = new Set(
  'kind type sort mani much would could might may often mention accord describ specif recent thing also'.split(
    ' ',
  ),
);

/** Whether a lexeme frames a question more than it says what is asked for. */
export function isFrameWord(lexeme: string): boolean {
  return FRAME.has(lexeme);
}
