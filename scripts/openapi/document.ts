/**
 * The OpenAPI 3.1 document of contracts. Queries and bodies are described as a caller writes them. Replies are
 * described completely: a member that the document does not name is a bug. Schemas that have an id (`meta({ id })`) are
 * shared.
 */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { DescribedService } from '../../lib/app/contracts/services.ts'
import { ERROR_STATUS } from '../../lib/core/errors.ts'
import { type Endpoint, type EndpointSchemas, PUBLIC } from '../../lib/core/http/contract.ts'
import { errorReasonsReply } from '../../lib/core/language/reason-schemas.ts'

export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly services: readonly DescribedService[]
  readonly securitySchemes: Readonly<Record<string, object>>
}

type Json = Record<string, unknown>

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

type Shared = Map<string, Json>

/**
 * The same contracts give the same document.
 * @throws Error for a schema that JSON Schema cannot express
 */
export async function openApiDocument({ info, services, securitySchemes }: ApiDescription): Promise<Json> {
  const shared: Shared = new Map([['Error', jsonSchemaOf(errorSchema, 'output', new Map())]])
  const paths: Record<string, Json> = {}
  for (const service of services) {
    const schemas = await service.contract.schemas()
    for (const [name, endpoint] of Object.entries(service.contract.endpoints)) {
      const operation = operationOf(endpoint, { name, service, schemas: schemas[name] ?? {}, shared })
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
    }
  }
  return {
    openapi: '3.1.1',
    info,
    tags: services.map(({ name, summary }) => ({ name, description: summary })),
    paths,
    components: {
      schemas: Object.fromEntries(shared),
      parameters: { mode: MODE, proposeMode: PROPOSE_MODE },
      responses: { Error: ERROR, ErrorOrPage: ERROR_OR_PAGE },
      securitySchemes,
    },
  }
}

const errorSchema = z
  .object({
    error: z.string().describe('What could not be done and why, for a person'),
    code: z.enum(Object.keys(ERROR_STATUS)).describe('Stable, for a program'),
    hint: z.string().optional().describe('What to do about it'),
    ...errorReasonsReply,
  })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .meta({
    description: 'Every error has this form; some codes have members of their own',
    'x-kura-status': ERROR_STATUS,
  })

const ERROR = { description: 'An error', content: jsonContent(reference('schemas', 'Error')) }

const ERROR_OR_PAGE = {
  description: 'An error; a page for who accepts one',
  content: { ...ERROR.content, 'text/html': {} },
}

const MODE = {
  name: 'mode',
  in: 'query',
  description: 'Nothing is changed or sent unless it is `write`',
  schema: { type: 'string', enum: ['dry-run', 'write'], default: 'dry-run' },
}

const PROPOSE_MODE = {
  ...MODE,
  description:
    'Nothing is changed or sent unless it is `write`; `propose` stores what a person may then release',
  schema: { ...MODE.schema, enum: [...MODE.schema.enum, 'propose'] },
}

interface Described {
  readonly name: string
  readonly service: DescribedService
  readonly schemas: EndpointSchemas
  readonly shared: Shared
}

function operationOf(endpoint: Endpoint, { name, service, schemas, shared }: Described): Json {
  const parameters = parametersOf(endpoint, { schemas, shared })
  const { writeScope, proposeScope, changes, approval, bodyLimit } = endpoint
  return {
    operationId: service.name + name.charAt(0).toUpperCase() + name.slice(1),
    tags: [service.name],
    summary: endpoint.summary,
    security: securityOf(endpoint, service),
    ...(writeScope && { 'x-kura-write-scope': writeScope }),
    ...(proposeScope && { 'x-kura-propose-scope': proposeScope }),
    'x-kura-changes': changes,
    ...(approval && { 'x-kura-approval': true }),
    ...(bodyLimit && { 'x-kura-body-limit': bodyLimit }),
    ...(parameters.length > 0 && { parameters }),
    ...(schemas.body && {
      requestBody: {
        required: !schemas.body.safeParse(undefined).success,
        content: {
          [endpoint.form ? FORM_TYPE : JSON_TYPE]: { schema: jsonSchemaOf(schemas.body, 'input', shared) },
        },
      },
    }),
    ...(endpoint.upload && { requestBody: FILE_BODY }),
    responses: responsesOf(endpoint, { schemas, shared }),
  }
}

/** A public endpoint has none. */
function securityOf({ scope }: Endpoint, { security, also }: DescribedService): Json[] {
  if (scope === PUBLIC) return []
  return [{ [security]: [scope] }, ...(also?.scopes.includes(scope) ? [{ [also.security]: [scope] }] : [])]
}

/** A body with the bytes of a file (OpenAPI 3.1.1 section 4.8.14.3: binary data needs no schema). */
const FILE_BODY = { required: true, content: { 'application/octet-stream': {} } }

type Documented = Pick<Described, 'schemas' | 'shared'>

function parametersOf({ path, changes, proposeScope }: Endpoint, { schemas, shared }: Documented): Json[] {
  const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }))
  const query = schemas.query ? queryParameters(jsonSchemaOf(schemas.query, 'input', shared)) : []
  const mode = reference('parameters', proposeScope ? 'proposeMode' : 'mode')
  return [...segments, ...query, ...(changes === 'by mode' ? [mode] : [])]
}

function queryParameters({ properties = {}, required = [] }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    ...((required as string[]).includes(name) && { required: true }),
    schema,
  }))
}

const NO_BODY: readonly number[] = [204, 302, 303, 304]

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is nothing to reply',
  302: 'Continue there',
  303: 'Continue there',
  304: 'Nothing has changed',
  400: 'Not done; the page says why',
}

function responsesOf(
  { statuses = [200], stream, scope }: Endpoint,
  { schemas: { reply }, shared }: Documented,
): Json {
  const json = reply && !(reply instanceof z.ZodUndefined) ? jsonSchemaOf(reply, 'output', shared) : undefined
  const types = (stream ?? [JSON_TYPE]).map(type => [type, type === JSON_TYPE ? { schema: json } : {}])
  const responses = statuses.map(status => [
    status,
    {
      description: MEANING[status] ?? 'Done',
      ...(!NO_BODY.includes(status) && {
        content: { ...Object.fromEntries(types), ...(status >= 400 && ERROR.content) },
      }),
    },
  ])
  const error = scope === PUBLIC && stream ? 'ErrorOrPage' : 'Error'
  return { ...Object.fromEntries(responses), default: reference('responses', error) }
}

/** The JSON schema of a schema; its shared definitions go to the components. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', shared: Shared): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = withReferences(z.toJSONSchema(schema, { io, override: simplify }))
  for (const [id, definition] of Object.entries($defs as Record<string, Json>)) {
    const known = shared.get(id)
    if (known && !isDeepStrictEqual(known, definition))
      throw new Error(`Cannot describe two schemas by the id "${id}"`)
    shared.set(id, definition)
  }
  return json
}

/** Drops the additions that zod makes for JavaScript: the pattern of a format, the bounds of a safe integer. */
function simplify({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema['format'] !== undefined) delete jsonSchema['pattern']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
}

/** The schema's own definitions become the document's components. */
function withReferences(schema: object): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

function jsonContent(schema: Json): Json {
  return { [JSON_TYPE]: { schema } }
}

function reference(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}
