/** The first row of the table that matches gives the verdict. An answer that cannot be read never counts as closed. */
import * as z from 'zod'
import type { ErrorCode } from '../core/errors.ts'
import { parseJson } from '../core/json/json.ts'
import { english } from '../core/language/text.ts'
import { type EdgeRefusal, edgeRefusal } from '../core/network/edge.ts'
import type { ForbiddenPath } from './forbidden-paths.ts'
import type { RawAnswer, RawOutcome } from './raw-request.ts'
import { meaningOf } from './request-path.ts'

/** The verdict about an answer. `exempt` is the answer to robots.txt, the only public file. */
export type Exposure = 'closed' | 'exempt' | 'open' | 'unknown'

export interface Assessment {
  readonly verdict: Exposure
  /** The reason for people: `404: not found`. */
  readonly reason: string
}

const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>(['signature_missing', 'authority_unknown'])
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const EXEMPT = '/robots.txt'

/** An answer to judge. `carriesFile` says that the body contains the beginning of the requested file. */
interface Judged {
  readonly request: Pick<ForbiddenPath, 'path' | 'row'>
  readonly answer: RawAnswer
  readonly carriesFile: boolean
}

interface Row {
  readonly verdict: Exposure
  readonly reason: string
  when(given: Judged): boolean
}

/** Returns whether the edge refused the request. Its ordinary 404 for a path without a file is no refusal. */
function isEdgeRefusal(answer: RawAnswer): boolean {
  const edge = edgeOf(answer)
  return edge !== undefined && edge.code !== 'NOT_FOUND'
}

/** Returns the error of the host's edge, also its ordinary 404; undefined if something else sent the answer. */
export function edgeOf({ status, headers, body }: RawAnswer): EdgeRefusal | undefined {
  return edgeRefusal({ status, header: name => headers[name], body: new TextDecoder().decode(body) })
}

const TABLE: readonly Row[] = [
  {
    verdict: 'exempt',
    reason: 'robots.txt, which anybody may read',
    when: ({ request, answer }) => answer.status === 200 && meaningOf(request.path) === EXEMPT,
  },
  { verdict: 'open', reason: 'the file itself', when: ({ carriesFile }) => carriesFile },
  { verdict: 'open', reason: 'served', when: ({ answer }) => answer.status >= 200 && answer.status < 300 },
  {
    verdict: 'unknown',
    reason: 'the body could not be read to its end',
    when: ({ answer }) => !answer.complete,
  },
  { verdict: 'unknown', reason: "the host's own refusal", when: ({ answer }) => isEdgeRefusal(answer) },
  { verdict: 'closed', reason: 'not found', when: ({ answer }) => answer.status === 404 },
  {
    verdict: 'unknown',
    reason: 'only a 404 is allowed here (document 3)',
    when: ({ request }) => request.row !== undefined,
  },
  { verdict: 'closed', reason: 'refused as a bad request', when: ({ answer }) => answer.status === 400 },
  { verdict: 'closed', reason: "kura's own refusal", when: isOwnRefusal },
  {
    verdict: 'unknown',
    reason: "a 401 that is not kura's own; KURA_PROTECTION_BYPASS passes the host's deployment protection",
    when: ({ answer }) => answer.status === 401,
  },
  {
    verdict: 'unknown',
    reason: "a 405 that is not kura's own",
    when: ({ answer }) => answer.status === 405,
  },
  { verdict: 'unknown', reason: 'too many requests', when: ({ answer }) => answer.status === 429 },
  { verdict: 'unknown', reason: 'the host failed', when: ({ answer }) => answer.status >= 500 },
]

/** Judges the outcome of a request for a forbidden path. The caller follows redirects first (`redirectTarget`). */
export function assess(
  request: Judged['request'],
  outcome: RawOutcome,
  { carriesFile = false }: { carriesFile?: boolean } = {},
): Assessment {
  if ('failure' in outcome) return { verdict: 'unknown', reason: outcome.failure }
  const { answer } = outcome
  const row = TABLE.find(({ when }) => when({ request, answer, carriesFile }))
  const { verdict, reason } = row ?? { verdict: 'unknown', reason: 'neither served nor not found' }
  const edge = isEdgeRefusal(answer) ? edgeOf(answer) : undefined
  return {
    verdict,
    reason: `${answer.status}: ${reason}${edge ? `, ${edge.sign}: ${english(edge.hint)}` : ''}`,
  }
}

/**
 * Returns the redirect's path on the same origin, or `elsewhere`; undefined without a redirect. A redirect of a path in
 * document 3's table is not followed, because such a path must answer 404 itself.
 */
export function redirectTarget(
  request: Judged['request'],
  outcome: RawOutcome,
  origin: string,
): { readonly path: string } | { readonly elsewhere: string } | undefined {
  if ('failure' in outcome || request.row !== undefined || !REDIRECTS.has(outcome.answer.status))
    return undefined
  const location = outcome.answer.headers['location'] ?? ''
  if (location === '' || !URL.canParse(location, origin)) return { elsewhere: location }
  const target = new URL(location, origin)
  if (target.origin !== new URL(origin).origin) return { elsewhere: target.origin }
  return { path: target.pathname + target.search }
}

function isOwnRefusal({ request: { path }, answer }: Judged): boolean {
  if (!path.startsWith('/api/') && !`${meaningOf(path)}/`.startsWith('/api/')) return false
  const error = ownError(answer)
  if (answer.status === 401) return error !== undefined && REFUSALS.has(error.code)
  return answer.status === 405 && error?.code === 'method_not_allowed'
}

const refusal = z.object({ error: z.string().min(1), code: z.string() })

/** Returns the `{error, code}` of a JSON answer; undefined for any other answer. */
export function ownError(answer: RawAnswer): z.infer<typeof refusal> | undefined {
  if (!/^application\/json\b/i.test(answer.headers['content-type'] ?? '')) return undefined
  return refusal.safeParse(parseJson(new TextDecoder().decode(answer.body))).data
}
