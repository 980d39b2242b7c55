/** Without a clipboard, selects and copies the text: browsers offer one only on https and localhost. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}

/** Copies without buttons, and also as plain text. */
export async function copyHtml(elements: readonly Element[]): Promise<boolean> {
  const box = document.createElement('div');
  box.append(...elements.map((element) => element.cloneNode(true)));
  box.querySelectorAll('button').forEach((button) => button.remove());
  // Only rendered elements have line breaks in their text.
  box.style.cssText = 'position: fixed; left: -100vw; width: 48rem';
  document.body.append(box);
  const [plain, html] = [box.innerText, box.innerHTML];
  box.remove();
  try {
    const toBlob = (type: string, content: string) => new Blob([content], { type });
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': toBlob('text/plain', plain),
        'text/html': toBlob('text/html', html),
      }),
    ]);
    return true;
  } catch {
    return copyText(plain);
  }
}
