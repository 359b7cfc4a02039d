/**
 * The checks that the accounting service makes before an endpoint does its work, in this order: the token (401), the
 * permission of the application (403), the ids and the form of the body (400), whether the company is one of the
 * user's, and the user's role in the company (401). The endpoint checks the other parameters and members itself.
 */
import * as z from 'zod'
import type { SandboxCall, SandboxRoute } from '../serve.ts'
import { forbidden, invalid, notFound, unauthorized } from './errors.ts'
import type { Oauth } from './oauth.ts'
import type { AccountingState, Company, Permission, Role } from './state.ts'

export interface EndpointCall {
  readonly query: URLSearchParams
  /** The path parameter `id`; 0 if the path has none. */
  readonly id: number
  readonly body: unknown
  readonly url: URL
}

export interface CompanyCall extends EndpointCall {
  readonly company: Company
}

interface EndpointFacts {
  readonly method: string
  readonly path: string
  readonly permission: Permission
}

export interface CompanyEndpoint extends EndpointFacts {
  /** The part of the request that has the company's id. */
  readonly company: 'query' | 'path' | 'body'
  /** Whether the endpoint changes the books, so that it refuses a user who may only read. */
  readonly write?: boolean
  answer(call: CompanyCall): Response
}

export interface UserEndpoint extends EndpointFacts {
  answer(call: EndpointCall): Response
}

export interface EndpointDeps {
  readonly state: AccountingState
  readonly oauth: Oauth
}

const WRITING_ROLES: readonly Role[] = ['admin', 'simple_accounting']

export function userRoute(endpoint: UserEndpoint, deps: EndpointDeps): SandboxRoute {
  return checked(endpoint, call => endpoint.answer(call), deps)
}

export function companyRoute(endpoint: CompanyEndpoint, deps: EndpointDeps): SandboxRoute {
  return checked(
    endpoint,
    (call, params) => {
      const company = findCompany(companyIdOf(endpoint, call, params), deps.state)
      if (endpoint.write && !WRITING_ROLES.includes(company.role))
        throw unauthorized('user_do_not_have_permission', deps.state.errorShape)
      return endpoint.answer({ ...call, company })
    },
    deps,
  )
}

/** The route of an endpoint, which checks the token, the permission and the form of the request. */
function checked(
  { method, path, permission }: EndpointFacts,
  answer: (call: EndpointCall, params: SandboxCall['params']) => Response,
  { state, oauth }: EndpointDeps,
): SandboxRoute {
  return {
    method,
    path,
    async answer({ request, url, params }) {
      if (!oauth.permissionsOf(request).has(permission)) throw forbidden(state.errorShape)
      const id = params['id'] === undefined ? 0 : positive('id', params['id'])
      return answer({ query: url.searchParams, id, body: await readBody(request), url }, params)
    },
  }
}

async function readBody(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) return readForm(request)
  const text = await request.text()
  if (text === '') return undefined
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    throw invalid('Content-Type が不正です。')
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('リクエストボディが不正です。')
  }
}

/** The fields of a form: each is a text or a file, except the company's id, which is a number. */
async function readForm(request: Request): Promise<unknown> {
  const form = await request.formData().catch(() => {
    throw invalid('リクエストボディが不正です。')
  })
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : await readFile(value)]),
  )
  return { ...Object.fromEntries(fields), company_id: Number(form.get('company_id')) }
}

async function readFile(file: File) {
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}

function companyIdOf(
  { company: place }: CompanyEndpoint,
  { query, body }: EndpointCall,
  params: SandboxCall['params'],
): number {
  if (place === 'path') return positive('company_id', params['company_id'] ?? '')
  if (place === 'query') return positive('company_id', query.get('company_id') ?? '')
  return parseBody(z.looseObject({ company_id: z.int().min(1) }), body).company_id
}

function findCompany(id: number, { companies, errorShape }: AccountingState): Company {
  const company = companies.find(candidate => candidate.id === id)
  if (!company) throw unauthorized('company_not_found', errorShape)
  return company
}

function positive(name: string, text: string): number {
  if (!/^[1-9][0-9]{0,18}$/.test(text)) throw invalid(`${name} が不正です。`)
  return Number(text)
}

/** @throws Refusal 404 */
export function existing<T>(records: ReadonlyMap<number, T>, id: number): T {
  const record = records.get(id)
  if (!record) throw notFound()
  return record
}

/**
 * The part that `limit` and `offset` select.
 * @throws Refusal 400 if they are out of range
 */
export function page<T>(
  records: readonly T[],
  query: URLSearchParams,
  { size, largest }: { size: number; largest: number },
): T[] {
  const limit = integerParameter(query, 'limit', { fallback: size, min: 1, max: largest })
  const offset = integerParameter(query, 'offset', { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER })
  return records.slice(offset, offset + limit)
}

function integerParameter(
  query: URLSearchParams,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = query.get(name)
  if (text === null) return fallback
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw invalid(`${name} は ${min} から ${max} で指定してください。`)
  return value
}

/**
 * A day of the query, YYYY-MM-DD.
 * @throws Refusal 400
 */
export function dateParameter(query: URLSearchParams, name: string, fallback: string): string {
  const text = query.get(name)
  if (text === null) return fallback
  if (!z.iso.date().safeParse(text).success) throw invalid(`${name} は YYYY-MM-DD で指定してください。`)
  return text
}

/** @throws Refusal 400 if the parameter is none of `values` */
export function choiceParameter<T extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = values.find(candidate => candidate === text)
  if (value === undefined) throw invalid(`${name} が不正です。`)
  return value
}

/**
 * Parses the body of a request with `schema`.
 * @throws Refusal 400 that names each invalid member
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw invalid(...parsed.error.issues.map(issue => `${issue.path.join('.') || 'body'} が不正です。`))
}
