import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openapiDocument } from '../../../packages/gateway/rest/openapi-document.js';
import { REST_ROUTES } from '../../../packages/gateway/rest/rest-routes.js';

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response>; schemas: object };
}
interface Response {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

const document = openapiDocument(REST_ROUTES, { base: '', version: '1' }) as Described;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'root', components: document.components });
const validators = new Map<string, ValidateFunction>();

export function findUndescribed(
  method: string,
  path: string,
  { status, text }: { status: number; text: string },
): string[] {
  const route = findRoute(method, path.split('?')[0] ?? '');
  if (route === undefined) return [];
  const name = `${route.method} ${route.path} ${status}`;
  const response = document.paths[route.path]?.[route.method]?.responses[status];
  if (response === undefined) return [`${name} is not described`];
  const { content = {} } = response.$ref === undefined ? response : document.components.responses['problem']!;
  const [[mediaType, { schema }] = [undefined, { schema: {} }]] = Object.entries(content);
  if (mediaType === undefined) return text === '' ? [] : [`${name} has a body`];
  const values =
    mediaType === 'application/json'
      ? [text]
      : mediaType === 'text/event-stream'
        ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
        : [];
  let validate = validators.get(name);
  if (validate === undefined) {
    validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"root#/')) as object);
    validators.set(name, validate);
  }
  const isValid = validate;
  return values
    .filter((value) => !isValid(JSON.parse(value)))
    .map((value) => `${name}: ${ajv.errorsText(isValid.errors)} in ${value.slice(0, 500)}`);
}

function findRoute(method: string, path: string) {
  const parts = path.split('/');
  return REST_ROUTES.find(({ method: taken, path: pattern }) => {
    const names = pattern.split('/');
    return (
      taken === method.toLowerCase() &&
      names.length === parts.length &&
      names.every((name, at) => name.startsWith('{') || name === parts[at])
    );
  });
}
