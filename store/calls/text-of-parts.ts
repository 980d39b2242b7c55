import { sql, type RawBuilder } from 'kysely';

export function textOfParts(content: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select string_agg(part ->> 'text', '' order by place)
    from jsonb_array_elements(${content}) with ordinality parts (part, place)
    where part ->> 'type' = 'text')`;
}
