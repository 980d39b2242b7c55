import { lazy, type ComponentType } from 'react';

const RETRY_MS = 2_000;

export function lazyView<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await retry(load) }));
}

async function retry<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      // An update of the gateway deleted the file.
      if (await isUpdated()) location.reload();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function isUpdated(): Promise<boolean> {
  const script = document.querySelector('script[src]')?.getAttribute('src') ?? '';
  const page = await fetch(location.pathname).catch(() => undefined);
  return page?.ok === true && !(await page.text()).includes(script);
}
