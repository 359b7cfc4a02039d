/** One row of the table of routes: its query is read strictly, its work gives the answer's JSON. */
import type { z } from 'zod'
import { jsonAnswer } from '../../http/answers.ts'
import { readJsonBody, readQuery } from '../../http/read-request.ts'
import type { Call, Route } from '../../http/router.ts'
import { readDomain } from '../domain-name.ts'
import type { Registrar } from '../service.ts'
import { type Mode, modeQuery, noQuery, personBody } from './request.ts'

export interface RouteParts {
  /** The registrar for one request's work. */
  registrar(call: Call): Registrar
  /** Milliseconds since the epoch. */
  now(): number
}

/** What a row's work gets. */
export interface Asked<Query> {
  readonly registrar: Registrar
  readonly query: Query
  /** The path's domain. @throws AppError `bad_request` */
  domain(): string
  /** A named segment of the path. */
  segment(name: string): string
  /** The body as `schema` wants it. @throws AppError `bad_request` */
  body<T>(schema: z.ZodType<T>): T
  /** The key that signed. */
  readonly by: string
  /** The person whom the body names, and the key. */
  person(): string
  readonly now: number
}

interface Row<Query> {
  readonly scope: string
  readonly query?: z.ZodType<Query>
  work(asked: Asked<Query>): Promise<unknown>
}

const BASE = '/api/registrar'

/** A read: GET. */
export function read<Query>(path: string, row: Omit<Row<Query>, 'scope'>): (parts: RouteParts) => Route {
  return route({ method: 'GET', path }, { scope: 'registrar.read', ...row })
}

/** An act: POST, and it spends the request's nonce. */
export function act<Query>(path: string, row: Row<Query>): (parts: RouteParts) => Route {
  return route({ method: 'POST', path, changes: 'always' }, row)
}

/** An act only where the signed query says `mode=write`; its dry run changes nothing, and a preview shows it. */
export function actByMode(path: string, row: Row<Mode>): (parts: RouteParts) => Route {
  return route({ method: 'POST', path, changes: 'by mode' }, { query: modeQuery, ...row })
}

/** A POST that changes nothing: what it needs does not belong into an address. */
export function question<Query>(path: string, row: Row<Query>): (parts: RouteParts) => Route {
  return route({ method: 'POST', path }, row)
}

function route<Query>(
  { path, ...place }: { method: string; path: string; changes?: NonNullable<Route['changes']> },
  { scope, query, work }: Row<Query>,
) {
  return (parts: RouteParts): Route => ({
    ...place,
    path: BASE + path,
    scope,
    handle: async call => {
      const read = readQuery((query ?? noQuery) as z.ZodType<Query>, call.url.searchParams)
      return jsonAnswer(await work(askedOf(call, { parts, query: read })))
    },
  })
}

function askedOf<Query>(call: Call, { parts, query }: { parts: RouteParts; query: Query }): Asked<Query> {
  const segment = (name: string) => call.params[name] ?? ''
  const by = call.caller.name
  return {
    registrar: parts.registrar(call),
    query,
    segment,
    domain: () => readDomain(segment('domain')),
    body: schema => readJsonBody(schema, call.body),
    by,
    person: () => `${readJsonBody(personBody, call.body).person} (${by})`,
    now: parts.now(),
  }
}
