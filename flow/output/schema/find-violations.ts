import type { Steps } from './steps.js';
import { findReferred, type CheckedSchema, type SchemaWords } from './schema-words.js';
import { prepareSchema, type PreparedPattern, type PreparedSchema } from './prepare-schema.js';
import {
  checkCount,
  checkNumber,
  describeViolation,
  hasType,
  join,
  NONE,
  shown,
  violation,
  type Place,
  type Violations,
} from './violations.js';

/** Limits recursion, which would overflow the thread's stack. */
const MAX_DEPTH = 1_000;
/** About a microsecond per schema. */
const STEPS_PER_SCHEMA = 5;

/** Fills in defaults. Ignores formats, about which validators disagree. */
export function findViolations(schema: CheckedSchema, value: unknown, steps: Steps): readonly string[] {
  return new Check(schema, steps).check(schema, value, undefined).map(describeViolation);
}

class Check {
  readonly #steps: Steps;
  readonly #root: CheckedSchema;
  readonly #prepared = new Map<SchemaWords, PreparedSchema>();
  readonly #referred = new Map<string, CheckedSchema>();
  /** Results outside choices, and inside. */
  readonly #known = [
    new Map<CheckedSchema, Map<object, Violations>>(),
    new Map<CheckedSchema, Map<object, Violations>>(),
  ] as const;
  /** In a choice such as `anyOf`, defaults are not filled in. */
  #isChoice = false;
  #depth = 0;

  constructor(root: CheckedSchema, steps: Steps) {
    this.#root = root;
    this.#steps = steps;
  }

  check(schema: CheckedSchema, value: unknown, place: Place): Violations {
    this.#steps.take(STEPS_PER_SCHEMA);
    if (schema === true) return NONE;
    if (schema === false) return [violation(place, () => 'must not be present')];
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#steps.refuse();
    const prepared = this.#prepare(schema);
    const found = join([
      this.#checkPlain(prepared, value, place),
      this.#checkByType(prepared, value, place),
      this.#checkInPlace(prepared, value, place),
    ]);
    this.#depth -= 1;
    return found;
  }

  #prepare(schema: SchemaWords): PreparedSchema {
    const prepared = this.#prepared.get(schema) ?? prepareSchema(schema);
    this.#prepared.set(schema, prepared);
    return prepared;
  }

  #checkPlain({ words, types }: PreparedSchema, value: unknown, place: Place): Violations {
    const { nullable = false, enum: options } = words;
    if (types && !(nullable && value === null) && !types.some((one) => hasType(value, one)))
      return [violation(place, () => `must be ${types.join(' or ')}`)];
    if (options && !this.#isOneOf(value, options))
      return [
        violation(
          place,
          () => `must be equal to one of the allowed values (${JSON.stringify({ allowedValues: options })})`,
        ),
      ];
    if (words.const !== undefined && !this.#isOneOf(value, [words.const]))
      return [violation(place, () => `must be equal to ${JSON.stringify(words.const)}`)];
    return NONE;
  }

  #checkByType(schema: PreparedSchema, value: unknown, place: Place): Violations {
    if (typeof value === 'number') return checkNumber(schema.words, value, place);
    if (typeof value === 'string') return this.#checkText(schema, value, place);
    if (Array.isArray(value)) return this.#checkList(schema.words, value, place);
    if (typeof value === 'object' && value !== null)
      return this.#checkMembers(schema, value as Record<string, unknown>, place);
    return NONE;
  }

  #checkText({ words, pattern }: PreparedSchema, value: string, place: Place): Violations {
    const { minLength, maxLength } = words;
    // Counts characters only if the UTF-16 length does not decide.
    if (maxLength !== undefined && value.length > maxLength && this.#countCharacters(value) > maxLength)
      return [violation(place, () => `must NOT have more than ${maxLength} characters`)];
    if (minLength !== undefined && value.length < 2 * minLength && this.#countCharacters(value) < minLength)
      return [violation(place, () => `must NOT have fewer than ${minLength} characters`)];
    if (pattern && !this.#fits(value, pattern))
      return [violation(place, () => `must match pattern "${pattern.source}"`)];
    return NONE;
  }

  #checkList(schema: SchemaWords, value: readonly unknown[], place: Place): Violations {
    const {
      minItems = 0,
      maxItems = Infinity,
      uniqueItems = false,
      prefixItems = [],
      items,
      contains,
    } = schema;
    const found: Violations[] = [];
    if (value.length > maxItems)
      found.push([violation(place, () => `must NOT have more than ${maxItems} items`)]);
    if (value.length < minItems)
      found.push([violation(place, () => `must NOT have fewer than ${minItems} items`)]);
    if (uniqueItems && !this.#areUnique(value))
      found.push([violation(place, () => 'must NOT have duplicate items')]);
    if (items !== undefined || prefixItems.length > 0)
      for (const [index, item] of value.entries()) {
        const rule = prefixItems[index] ?? items;
        if (rule === undefined) break;
        found.push(this.check(rule, item, { parent: place, name: index }));
      }
    if (contains !== undefined) found.push(this.#checkContains(schema, value, place));
    return join(found);
  }

  #checkContains(
    { contains = true, minContains = 1, maxContains = Infinity }: SchemaWords,
    value: readonly unknown[],
    place: Place,
  ): Violations {
    const fitting = value.filter((item) => this.#mayBe(contains, item, place)).length;
    if (fitting < minContains)
      return [violation(place, () => `must contain at least ${minContains} valid items`)];
    if (fitting > maxContains)
      return [violation(place, () => `must contain at most ${maxContains} valid items`)];
    return NONE;
  }

  #checkMembers(schema: PreparedSchema, value: Record<string, unknown>, place: Place): Violations {
    const { words, patterns, companions } = schema;
    const { properties = {}, additionalProperties, propertyNames, required = [] } = words;
    if (!this.#isChoice) this.#fillIn(schema.defaults, value);
    const names = Object.keys(value);
    this.#steps.take(names.length * (STEPS_PER_SCHEMA + patterns.length) + required.length);
    const found: Violations[] = [checkCount(words, names.length, place)];
    for (const name of required)
      if (!Object.hasOwn(value, name))
        found.push([violation(place, () => `must have required property '${shown(name)}'`)]);
    for (const name of names) {
      const at = { parent: place, name };
      let isKnown = false;
      if (propertyNames !== undefined) found.push(this.check(propertyNames, name, at));
      for (const rule of [
        Object.hasOwn(properties, name) ? properties[name] : undefined,
        ...patterns.map(([pattern, rule]) => (this.#fits(name, pattern) ? rule : undefined)),
      ]) {
        if (rule === undefined) continue;
        isKnown = true;
        found.push(this.check(rule, value[name], at));
      }
      if (isKnown || additionalProperties === undefined) continue;
      found.push(
        additionalProperties === false
          ? [
              violation(
                place,
                () => `must NOT have additional properties (${JSON.stringify({ additionalProperty: name })})`,
              ),
            ]
          : this.check(additionalProperties, value[name], at),
      );
    }
    for (const [name, others] of companions) {
      this.#steps.take(others.length + 1);
      const missing = Object.hasOwn(value, name)
        ? others.find((other) => !Object.hasOwn(value, other))
        : undefined;
      if (missing !== undefined)
        found.push([
          violation(
            place,
            () => `must have property '${shown(missing)}' when property '${shown(name)}' is present`,
          ),
        ]);
    }
    return join(found);
  }

  #fillIn(defaults: PreparedSchema['defaults'], value: Record<string, unknown>): void {
    this.#steps.take(defaults.length);
    for (const [name, json] of defaults) {
      if (Object.hasOwn(value, name)) continue;
      // A default costs as many steps as its length.
      this.#steps.take(json.length);
      Object.defineProperty(value, name, {
        value: JSON.parse(json),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }

  #checkInPlace({ words, dependents }: PreparedSchema, value: unknown, place: Place): Violations {
    const { $ref, allOf = [], anyOf, oneOf, not } = words;
    const found: Violations[] = allOf.map((rule) => this.check(rule, value, place));
    if ($ref !== undefined) found.push(this.#checkReferred($ref, value, place));
    if (anyOf) found.push(this.#checkAnyOf(anyOf, value, place));
    if (oneOf && oneOf.filter((rule) => this.#mayBe(rule, value, place)).length !== 1)
      found.push([violation(place, () => 'must match exactly one schema in oneOf')]);
    if (not !== undefined && this.#mayBe(not, value, place))
      found.push([violation(place, () => 'must NOT be valid')]);
    if (words.if !== undefined) {
      const next = this.#mayBe(words.if, value, place) ? words.then : words.else;
      if (next !== undefined) found.push(this.check(next, value, place));
    }
    this.#steps.take(dependents.length);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, rule] of dependents)
        if (Object.hasOwn(value, name)) found.push(this.check(rule, value, place));
    return join(found);
  }

  #checkAnyOf(rules: readonly CheckedSchema[], value: unknown, place: Place): Violations {
    const found: Violations[] = [[violation(place, () => 'must match a schema in anyOf')]];
    for (const rule of rules) {
      const broken = this.#checkChoice(rule, value, place);
      if (broken.length === 0) return NONE;
      found.push(broken);
    }
    return join(found);
  }

  #mayBe(rule: CheckedSchema, value: unknown, place: Place): boolean {
    return this.#checkChoice(rule, value, place).length === 0;
  }

  #checkChoice(rule: CheckedSchema, value: unknown, place: Place): Violations {
    const before = this.#isChoice;
    this.#isChoice = true;
    const found = this.check(rule, value, place);
    this.#isChoice = before;
    return found;
  }

  #checkReferred(reference: string, value: unknown, place: Place): Violations {
    const schema = this.#referred.get(reference) ?? (findReferred(this.#root, reference) as CheckedSchema);
    this.#referred.set(reference, schema);
    if (typeof value !== 'object' || value === null) return this.check(schema, value, place);
    const all = this.#known[this.#isChoice ? 1 : 0];
    const known = all.get(schema) ?? new Map<object, Violations>();
    all.set(schema, known);
    const found = known.get(value) ?? this.check(schema, value, place);
    known.set(value, found);
    return found;
  }

  #fits(text: string, { size, isIn }: PreparedPattern): boolean {
    this.#steps.take((text.length + 1) * size);
    return isIn(text);
  }

  #isOneOf(value: unknown, options: readonly unknown[]): boolean {
    this.#steps.take(options.length);
    if (typeof value !== 'object' || value === null) return options.includes(value);
    const text = this.#canonical(value);
    return options.some((one) => typeof one === 'object' && one !== null && this.#canonical(one) === text);
  }

  #areUnique(items: readonly unknown[]): boolean {
    return new Set(items.map((item) => this.#canonical(item))).size === items.length;
  }

  #canonical(value: unknown): string {
    const json = this.#writeCanonical(value);
    this.#steps.take(1 + (json.length >> 3));
    return json;
  }

  #writeCanonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.#canonical(item)).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${this.#canonical(member)}`);
    return `{${members.join(',')}}`;
  }

  #countCharacters(text: string): number {
    this.#steps.take(1 + (text.length >> 3));
    let count = 0;
    for (const _character of text) count += 1;
    return count;
  }
}
