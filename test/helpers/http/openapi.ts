/**
 * Compares requests and replies with an OpenAPI description (3.0 or 3.1): that of a remote, from `../shared`, or
 * kura's. Each problem is a line of text. An unknown query parameter is a problem, because the remotes silently ignore
 * misspelt parameters; an unknown member of a body is not. The descriptions say nothing about either.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv, type AnySchema, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const REFERENCE = resolve(import.meta.dirname, '../../../../shared/reference')

/** Whether the reference `file` can be read; if not, a test that needs it is skipped visibly. */
export function hasReference(file: string): boolean {
  return existsSync(resolve(REFERENCE, file))
}

/** The text of a reference file. */
export function readReference(file: string): string {
  return readFileSync(resolve(REFERENCE, file), 'utf8')
}

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query?: URLSearchParams
  readonly body?: unknown
  /** JSON unless given. */
  readonly contentType?: string | undefined
}

export interface ApiReply {
  readonly method: string
  readonly path: string
  readonly status: number
  /** The parsed JSON, or the text of another type; undefined if there is no body. */
  readonly body?: unknown
  readonly contentType?: string
}

export interface OpenApi {
  request(request: ApiRequest): string[]
  reply(reply: ApiReply): string[]
  /** Whether the description has the operation. */
  describes(method: string, path: string): boolean
  /** Returns the problems of a value by one of the shared schemas. */
  value(schema: string, value: unknown): string[]
}

/** The parsed JSON of a description. */
export type Json = { [key: string]: Json } & Json[]
interface Operation {
  readonly pointer: string
  readonly definition: Json
  /** The parameters of the path, then those of the operation, each with its location. */
  readonly parameters: readonly { readonly definition: Json; readonly pointer: string }[]
  readonly values: Readonly<Record<string, string>>
}

const DOCUMENT = 'api'
const OPTIONS: Options = { strict: false, allErrors: true, logger: false, validateFormats: true }

/**
 * Reads the description in the reference `file` when it is first needed. `base` is the beginning of the remote's paths,
 * if the description leaves it to the address of its server: `/api/v10`.
 */
export function openapi(file: string, { base = '' }: { base?: string } = {}): OpenApi {
  let described: OpenApi | undefined
  const load = () => {
    described ??= describedBy(JSON.parse(readReference(file)) as Json, base)
    return described
  }
  return {
    request: request => load().request(request),
    reply: reply => load().reply(reply),
    describes: (method, path) => load().describes(method, path),
    value: (schema, value) => load().value(schema, value),
  }
}

/** Returns the checks for a description that the caller has parsed. */
export function describedBy(raw: Json, base = ''): OpenApi {
  const document = withoutNullable(withParts(raw, raw)) as Json
  const modern = String(document['openapi']).startsWith('3.1')
  const body = createValidator(document, { modern })
  const parameters = createValidator(document, { modern, coerceTypes: 'array' })
  const templates = templatesOf(document)
  const find = (method: string, path: string) =>
    path.startsWith(base)
      ? findOperation(document, { method, path: path.slice(base.length), templates })
      : undefined
  return {
    request(request) {
      const operation = find(request.method, request.path)
      if (!operation) return [`${request.method} ${request.path} is not described`]
      return [
        ...parameterProblems(operation, 'query', queryValues(operation, request.query), parameters),
        ...parameterProblems(operation, 'path', operation.values, parameters),
        ...requestBodyProblems(operation, request, body),
      ]
    },
    reply(reply) {
      const operation = find(reply.method, reply.path)
      if (!operation) return [`${reply.method} ${reply.path} is not described`]
      return replyProblems(operation, reply, body)
    },
    describes: (method, path) => find(method, path) !== undefined,
    value: (schema, value) =>
      body({ $ref: `${DOCUMENT}#/components/schemas/${escapePointer(schema)}` }, value),
  }
}

type Check = (schema: AnySchema, value: unknown) => string[]

function createValidator(
  document: Json,
  { modern, coerceTypes = false }: { modern: boolean; coerceTypes?: 'array' | false },
): Check {
  const ajv = modern ? new Ajv2020({ ...OPTIONS, coerceTypes }) : new Ajv({ ...OPTIONS, coerceTypes })
  formats.default(ajv)
  ajv.addSchema(document, DOCUMENT)
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    const key = JSON.stringify(schema)
    const validate = compiled.get(key) ?? ajv.compile(schema)
    compiled.set(key, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      error => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`,
    )
  }
}

/**
 * Returns the document with a copy of its shared parameters, bodies and responses at each use; schemas stay references.
 */
function withParts(document: Json, node: Json): Json {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(value => withParts(document, value)) as unknown as Json
  const reference = String(node['$ref'] ?? '')
  const part = /^#\/components\/(parameters|requestBodies|responses)\/([^/]+)$/.exec(reference)
  const target = part ? document['components']?.[part[1] ?? '']?.[part[2] ?? ''] : undefined
  if (target) return withParts(document, target)
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withParts(document, value as Json)]),
  ) as unknown as Json
}

/**
 * Converts the OpenAPI 3.0 form of a value that may be null, a separate member, into the form of JSON Schema, which
 * lists null among the types and values.
 */
function withoutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNullable)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutNullable(value)]))
  if (copy['nullable'] !== true) return copy
  const { nullable: _, ...rest } = copy
  return { anyOf: [rest, { type: 'null' }] }
}

/** The templates of the paths, those with fewer variables first. */
function templatesOf(document: Json): string[] {
  const variables = (template: string) => template.split('{').length
  return Object.keys(document['paths'] ?? {}).sort((one, other) => variables(one) - variables(other))
}

function findOperation(
  document: Json,
  { method, path, templates }: { method: string; path: string; templates: readonly string[] },
): Operation | undefined {
  for (const template of templates) {
    const values = matchTemplate(template, path)
    const item = document['paths']?.[template]
    const definition = item?.[method.toLowerCase()]
    if (!values || !item || !definition) continue
    const pointer = `/paths/${escapePointer(template)}`
    const own = `${pointer}/${method.toLowerCase()}`
    const parameters = [...listed(item, pointer), ...listed(definition, own)]
    return { pointer: own, definition, parameters, values }
  }
  return undefined
}

function listed(owner: Json, pointer: string) {
  return [...(owner['parameters'] ?? [])].map((definition, index) => ({
    definition,
    pointer: `${pointer}/parameters/${index}`,
  }))
}

function matchTemplate(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith('{')) values[segment.slice(1, -1)] = decodeURIComponent(value)
    else if (segment !== value) return undefined
  }
  return values
}

function queryValues(operation: Operation, query = new URLSearchParams()): Record<string, unknown> {
  const isArray = (name: string) =>
    operation.parameters.some(
      ({ definition }) =>
        String(definition['name']) === name && String(definition['schema']?.['type']) === 'array',
    )
  return Object.fromEntries(
    [...new Set(query.keys())].map(name => [name, isArray(name) ? query.getAll(name) : query.get(name)]),
  )
}

function parameterProblems(
  operation: Operation,
  place: 'query' | 'path',
  values: Record<string, unknown>,
  check: Check,
): string[] {
  const here = operation.parameters.filter(({ definition }) => String(definition['in']) === place)
  const properties = here.map(({ definition, pointer }) => [
    String(definition['name']),
    { $ref: `${DOCUMENT}#${pointer}/schema` },
  ])
  const required = here
    .filter(({ definition }) => Boolean(definition['required']))
    .map(({ definition }) => String(definition['name']))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  }
  return check(schema, { ...values }).map(problem => `${place} ${problem}`)
}

function requestBodyProblems(
  operation: Operation,
  { body, contentType: type = 'application/json' }: ApiRequest,
  check: Check,
): string[] {
  const described = operation.definition['requestBody']
  if (body === undefined) return described?.['required'] ? ['the body is missing'] : []
  if (!described) return ['a body is not described']
  const content = described['content']?.[type]
  if (!content) return [`a body of ${type} is not described`]
  if (!content['schema']) return []
  const pointer = `${operation.pointer}/requestBody/content/${escapePointer(type)}/schema`
  return check({ $ref: `${DOCUMENT}#${pointer}` }, body).map(problem => `body ${problem}`)
}

function replyProblems(operation: Operation, reply: ApiReply, check: Check): string[] {
  const responses = operation.definition['responses']
  const status = [String(reply.status), `${String(reply.status)[0]}XX`, 'default'].find(
    key => responses?.[key],
  )
  if (!status) return [`the status ${reply.status} is not described`]
  const content = responses?.[status]?.['content']
  if (!content || Object.keys(content).length === 0)
    return reply.body === undefined || reply.body === '' ? [] : ['a body is not described']
  const type = (reply.contentType ?? 'application/json').split(';')[0]?.trim() ?? ''
  if (!content[type]) return [`the type "${type}" is not described`]
  if (!/[/+]json$/.test(type)) return []
  const pointer = `${operation.pointer}/responses/${status}/content/${escapePointer(type)}/schema`
  return check({ $ref: `${DOCUMENT}#${pointer}` }, reply.body).map(problem => `body ${problem}`)
}

/** A key inside a JSON pointer in a URI fragment. */
function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
