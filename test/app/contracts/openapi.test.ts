/** kura's OpenAPI document is valid, equals the one in docs/, and matches the functions that it describes. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/app/contracts/services.ts'
import { type Endpoint, PUBLIC } from '../../../lib/core/http/contract.ts'
import { SCOPES } from '../../../lib/core/signatures/keys.ts'
import { readProject } from '../../../lib/exposure/project.ts'
import { kuraDocument } from '../../../scripts/openapi/kura.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const RENEW = 'docs/openapi.json is stale: renew it with npm run openapi'

let document: Record<string, unknown>
beforeAll(async () => {
  document = await kuraDocument()
})

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1, says an independent validator', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('has no reference that leads nowhere', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#([^"]*)"/g)
    const missing = [...references]
      .map(([, pointer = '']) => pointer)
      .filter(pointer => !at(document, pointer))
    expect(missing).toEqual([])
  })

  test('has the security scheme of each service', () => {
    const schemes = Object.keys(at(document, '/components/securitySchemes') as object)
    for (const { security } of SERVICES) expect(schemes).toContain(security)
  })

  test('is the one in docs/', () => {
    const text = readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')
    expect(text === `${JSON.stringify(document, null, 2)}\n`, RENEW).toBe(true)
  })

  test('has each reason of a reply as one object, and no part of it beside it', () => {
    const members = membersOf(JSON.parse(JSON.stringify(document, omitRequest)))
    const reasons = members.filter(([name]) => REASONS.includes(name))
    expect(new Set(reasons.map(([name]) => name))).toEqual(new Set(REASONS))
    const isOne = ([, schema]: [string, unknown]) =>
      /schemas\/(Reason|DealFlag)"/.test(JSON.stringify(schema))
    expect(reasons.filter(member => !isOne(member))).toEqual([])
    expect(members.map(([name]) => name)).not.toContainEqual(
      expect.stringMatching(/^(reason|hint|failure|flag|problem)(Id|Values|Reasons)$/),
    )
  })

  test('is the same each time', async () => {
    expect(JSON.stringify(await kuraDocument())).toBe(JSON.stringify(document))
  })
})

/** The members of replies that are reasons, or lists of them. */
const REASONS = ['reason', 'failure', 'differs', 'flags', 'obstacles']

/** Leaves out requests, which give a reason as a text: `asked` is the request in the reply about a case. */
function omitRequest(key: string, value: unknown): unknown {
  return key === 'requestBody' || key === 'asked' ? undefined : value
}

/** Returns the members of all objects in a part of the document, with their schemas. */
function membersOf(part: unknown): [name: string, schema: unknown][] {
  if (typeof part !== 'object' || part === null) return []
  const { properties = {} } = part as { properties?: object }
  return [...Object.entries(properties), ...Object.values(part).flatMap(membersOf)]
}

function at(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1)
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], value)
}

interface Row extends Endpoint {
  readonly service: string
  /** The name of the function. */
  readonly host: string
  readonly name: string
}

const ENDPOINTS: readonly Row[] = SERVICES.flatMap(service =>
  Object.entries(service.contract.endpoints).map(([name, endpoint]) => ({
    ...endpoint,
    service: service.name,
    host: service.function ?? service.name,
    name: `${service.name}.${name}`,
  })),
)

/** Whether a browser may open an endpoint without a signature. Each such page authenticates its caller itself. */
function isPage({ service, path }: Row): boolean {
  return service === 'console' && path.startsWith('/console')
}

describe('every endpoint', () => {
  test.each(ENDPOINTS)('$name needs a scope that a key can have', row => {
    const { service, scope, writeScope } = row
    const known: readonly string[] = service === 'cron' ? ['cron', 'admin'] : isPage(row) ? [PUBLIC] : SCOPES
    expect(known).toContain(scope)
    if (writeScope !== undefined) expect(known).toContain(writeScope)
  })

  test.each(ENDPOINTS)('$name has a write scope only if it changes something by mode', row => {
    if (row.writeScope !== undefined) expect(row.changes).toBe('by mode')
  })

  test.each(ENDPOINTS)('$name reaches its function', async ({ host, path }) => {
    const { functions, settings } = await readProject(ROOT)
    expect(functions.map(({ name }) => name)).toContain(host)
    const destination = `/api/${host}`
    if (path === destination) return
    const sources = settings.rewrites.filter(rewrite => rewrite.destination === destination)
    expect(sources.some(({ source }) => path.startsWith(source.replace('(.*)', '')))).toBe(true)
  })

  test('has a place of its own: no two answer the same request', () => {
    const places = ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
  })

  test('that is a job is one that the host starts', async () => {
    const { settings } = await readProject(ROOT)
    const jobs = ENDPOINTS.filter(({ scope }) => scope === 'cron').map(({ path }) => path)
    expect(settings.crons?.map(({ path }) => path).sort()).toEqual(jobs.sort())
  })
})
