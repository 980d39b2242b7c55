import { PHONE } from '../parts/phone.js';
import { useSyncExternalStore } from 'react';

/** On phones, a row's bar is below its label. */
const ROW_PX = { wide: 44, phone: 64 };

export function useRowPx(): number {
  const isPhone = useSyncExternalStore(
    (listener) => {
      PHONE.addEventListener('change', listener);
      return () => PHONE.removeEventListener('change', listener);
    },
    () => PHONE.matches,
  );
  return isPhone ? ROW_PX.phone : ROW_PX.wide;
}
