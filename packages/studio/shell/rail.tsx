import { Keyboard, LogOut, Search, UserRound } from 'lucide-react';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import { switchKey } from '../api/key.js';
import { useWho } from '../api/use-who.js';
import { ApprovalCount } from '../approvals/approval-count.js';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../parts/menu.js';
import { Tip } from '../parts/tooltip.js';
import type { Route } from '../route.js';
import { STRINGS } from '../strings.js';
import { changeAppearance, useAppearance } from '../parts/appearance.js';
import { isCurrentPlace, PLACES, type Place } from './places.js';

const ITEM =
  'relative flex h-11 min-w-11 flex-1 flex-col items-center justify-center rounded-md text-2xs text-faint no-underline hover:bg-hover hover:text-ink hover:no-underline phone:size-10 phone:min-w-0 phone:flex-none aria-[current]:bg-accent-soft aria-[current]:text-accent';

export function Rail({
  route,
  onPalette,
  onShortcuts,
}: {
  route: Route;
  onPalette: () => void;
  onShortcuts: () => void;
}) {
  const isAdmin = useWho()?.isAdmin === true;
  return (
    <header className="rail flex shrink-0 items-center gap-1 border-line bg-canvas px-1 py-1 max-phone:border-t phone:w-14 phone:flex-col phone:border-r phone:px-2 phone:py-2">
      <h1 className="flex size-10 items-center justify-center max-phone:sr-only">
        <Mark />
        <span className="sr-only">{STRINGS.product}</span>
      </h1>
      <nav
        aria-label={STRINGS.product}
        className="flex min-w-0 flex-1 items-center phone:w-full phone:flex-col phone:gap-1"
      >
        {PLACES.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map((place) => (
          <PlaceLink key={place.view} place={place} isCurrent={isCurrentPlace(place, route)} />
        ))}
      </nav>
      <Tip label={STRINGS.palette.open} side="right">
        <button
          type="button"
          aria-label={STRINGS.palette.open}
          className={`${ITEM} max-phone:hidden`}
          onClick={onPalette}
        >
          <Search size={18} />
        </button>
      </Tip>
      <Settings onShortcuts={onShortcuts} />
    </header>
  );
}

function PlaceLink({
  place: { view, name, href, icon: Icon },
  isCurrent,
}: {
  place: Place;
  isCurrent: boolean;
}) {
  return (
    <Tip label={name} side="right">
      <a href={href} aria-current={isCurrent ? 'page' : undefined} className={ITEM}>
        <Icon size={18} aria-hidden="true" />
        <span className="phone:sr-only">{name}</span>
        {view === 'approvals' ? <ApprovalCount /> : null}
      </a>
    </Tip>
  );
}

function Settings({ onShortcuts }: { onShortcuts: () => void }) {
  const { theme, density } = useAppearance();
  const who = useWho();
  const words = STRINGS.settings;
  return (
    <Menu
      side="right"
      trigger={
        <button type="button" aria-label={words.title} className={`${ITEM} max-phone:max-w-11`}>
          <UserRound size={18} />
        </button>
      }
    >
      {who ? (
        <p className="max-w-60 truncate px-2 pt-1.5 pb-1 text-sm font-medium">{showUnseen(who.user)}</p>
      ) : null}
      <MenuLine />
      <MenuChoice
        name={words.theme}
        value={theme}
        choices={words.themes}
        onChoose={(chosen) => changeAppearance({ theme: chosen })}
      />
      <MenuChoice
        name={words.density}
        value={density}
        choices={words.densities}
        onChoose={(chosen) => changeAppearance({ density: chosen })}
      />
      <MenuLine />
      <MenuItem icon={Keyboard} onSelect={onShortcuts}>
        {STRINGS.shortcuts.title}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => switchKey()}>
        {words.logOut}
      </MenuItem>
    </Menu>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" className="text-accent">
      <path
        d="M5 4v6a4 4 0 0 0 4 4h6a4 4 0 0 1 4 4v2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="5" cy="4.5" r="2.5" fill="currentColor" />
      <circle cx="12" cy="14" r="2.5" fill="currentColor" />
      <circle cx="19" cy="19.5" r="2.5" fill="currentColor" />
    </svg>
  );
}
