import { Dialog } from '../parts/dialog.js';
import { STRINGS } from '../strings.js';
import { PLACES } from './places.js';

export function ShortcutHelp({ isAdmin, onClose }: { isAdmin: boolean; onClose: () => void }) {
  const { title, general, go, keys } = STRINGS.shortcuts;
  const places = PLACES.filter(({ isForAdmins }) => isAdmin || !isForAdmins);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="grid gap-6 phone:grid-cols-2">
        <Keys title={general} keys={keys.map(([name, ...pressed]) => ({ name, pressed }))} />
        <Keys title={go} keys={places.map(({ name, key }) => ({ name, pressed: ['g', key] }))} />
      </div>
    </Dialog>
  );
}

function Keys({
  title,
  keys,
}: {
  title: string;
  keys: readonly { name: string; pressed: readonly string[] }[];
}) {
  return (
    <section>
      <h3 className="mb-2 text-faint">{title}</h3>
      <dl className="grid gap-2 text-sm">
        {keys.map(({ name, pressed }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="flex gap-1">
              {pressed.map((key) => (
                <kbd
                  key={key}
                  className="rounded-sm border border-line-strong bg-raised px-1.5 font-sans text-xs text-soft"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
