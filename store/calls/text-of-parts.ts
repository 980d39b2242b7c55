import { sql, type RawBuilder } from 'kysely';

/** Returns the text of a stored message, or null if it has no text part. */
export function textOfParts(content: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select string_agg(part ->> 'text', '' order by place)
    from jsonb_array_elements(${content}) with ordinality parts (part, place)
    where part ->> 'type' = 'text')`;
}
