import { PHONE } from '../parts/phone.js';
import { useFlows } from '../api/use-flows.js';
import { EXECUTION_STATUSES } from '../../../flow/execution/execution-status.js';
import { useWho } from '../api/use-who.js';
import type { RunFilters } from '../route.js';
import { STRINGS } from '../strings.js';

/** Must equal the width in the styles. */
interface FilterProps {
  filters: RunFilters;
  onChange: (change: RunFilters) => void;
}

/** The filters are folded on a phone, where they would fill half of the first screen. */
export function ExecutionFilters(props: FilterProps) {
  if (!PHONE.matches) return <Fields {...props} />;
  return (
    <details className="filters-fold mb-2">
      <summary>{STRINGS.runs.filters}</summary>
      <Fields {...props} />
    </details>
  );
}

function Fields({ filters, onChange }: FilterProps) {
  const isAdmin = useWho()?.isAdmin === true;
  const { value: flows = [] } = useFlows();
  const words = STRINGS.runs;
  return (
    <div className="filters">
      <Choice
        label={words.flow}
        value={filters.flow ?? ''}
        choices={flows.map(({ slug, name }) => [slug, name])}
        onChoose={(flow) => onChange({ flow })}
      />
      <Choice
        label={words.status}
        value={filters.status ?? ''}
        choices={EXECUTION_STATUSES.map((status) => [status, STRINGS.statuses[status]])}
        onChoose={(status) => onChange({ status })}
      />
      <Field
        label={words.since}
        type="datetime-local"
        value={filters.since ?? ''}
        onType={(since) => onChange({ since })}
      />
      <Field
        label={words.until}
        type="datetime-local"
        value={filters.until ?? ''}
        onType={(until) => onChange({ until })}
      />
      <Field
        label={words.minCost}
        type="number"
        value={filters.minCost ?? ''}
        onType={(minCost) => onChange({ minCost })}
      />
      {isAdmin ? <UserFilters filters={filters} onChange={onChange} /> : null}
    </div>
  );
}

function UserFilters({ filters, onChange }: FilterProps) {
  return (
    <>
      <Field
        label={STRINGS.runs.user}
        type="search"
        value={filters.user ?? ''}
        onType={(user) => onChange({ user })}
      />
      <label>
        <input
          type="checkbox"
          checked={filters.everybody === 'true'}
          disabled={filters.user !== undefined}
          onChange={({ target }) => onChange({ everybody: target.checked ? 'true' : '' })}
        />{' '}
        {STRINGS.health.everybody}
      </label>
    </>
  );
}

function Field({
  label,
  type,
  value,
  onType,
}: {
  label: string;
  type: 'datetime-local' | 'number' | 'search';
  value: string;
  onType: (value: string) => void;
}) {
  const numbers = type === 'number' ? { min: 0, step: 'any' } : {};
  return (
    <label>
      {label} <input type={type} value={value} {...numbers} onChange={({ target }) => onType(target.value)} />
    </label>
  );
}

function Choice({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChoose: (choice: string) => void;
}) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{STRINGS.runs.every}</option>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
