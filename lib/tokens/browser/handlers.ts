/**
 * The endpoints of `contract.ts`. A browser gets pages and redirects, an error as a page too; no answer has a token or a code
 * in it, and no address after the service's own redirect has one.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../errors.ts'
import { statusOf } from '../../http/answers.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Trace } from '../../http/trace.ts'
import type { Locale } from '../../language/language.ts'
import { AUTHORIZE_PATH, type AuthorizationContract, CONFIRM_PATH } from '../contract.ts'
import { answerQuestion, type RefusedView, viewOf } from './confirm.ts'
import { cookieOf, readCookie } from './cookie.ts'
import type { BrowserDeps, Visit } from './deps.ts'
import { departFrom, requestLink } from './open.ts'
import { pageHtml, type Shown } from './page.ts'
import { receiveCode } from './receive.ts'
import { PAGE_STYLE } from './style.ts'
import type { Refused } from './transitions.ts'

export interface AuthorizationDeps extends BrowserDeps {
  /** The address of the deployment: KURA_URL. */
  readonly url: URL
  readonly locale: Locale
}

/** What a handler of a page gets. */
interface PageCall {
  readonly request: Request
  readonly trace: Trace
}

/** `deps` is called at the first request. */
export function authorizationHandlers(deps: () => AuthorizationDeps): Handlers<AuthorizationContract> {
  return {
    requestLink: async ({ caller, body }) => {
      const { url, redirectUri } = deps()
      const { secret, until } = await requestLink({ keyid: caller.keyid, ...body }, deps())
      const link = new URL(AUTHORIZE_PATH, url)
      link.searchParams.set('link', secret)
      return { url: link.href, until, redirectUri }
    },
    openLink: ({ request, trace, query }) =>
      answered({ request, trace }, deps(), async () => {
        const known = readCookie(request, deps().url)
        const opened = await departFrom({ secret: query.link ?? '', known, trace }, deps())
        if ('refused' in opened) return page({ kind: 'refused', why: opened.refused }, deps())
        if ('begun' in opened) return redirect(CONFIRM_PATH, 303)
        if ('visit' in opened)
          return setCookie(opened.visit, { link: query.link, again: query.again }, deps())
        trace.note('outcome', 'opened')
        return redirect(opened.url, 302)
      }),
    receiveCode: ({ request, trace, query: { code, state = '' } }) =>
      visited({ request, trace }, deps(), async visit =>
        next(refusedView(await receiveCode(visit, { state, code }, deps())), deps()),
      ),
    showQuestion: ({ request, trace }) =>
      visited({ request, trace }, deps(), async visit => page(await viewOf(visit, deps()), deps())),
    answerQuestion: ({ request, trace, body: { token = '', answer } }) =>
      visited({ request, trace }, deps(), async visit => {
        if (answer !== 'keep' && answer !== 'drop') return page({ kind: 'refused', why: 'stale' }, deps())
        if (!isSameOrigin(request)) return page({ kind: 'refused', why: 'stale' }, deps())
        return next(await answerQuestion(visit, { token, answer }, deps()), deps())
      }),
  }
}

/** The browser comes again with the cookie. If it has come again without it, it keeps none. */
function setCookie(
  visit: Pick<Visit, 'id' | 'secret'>,
  { link = '', again }: { link: string | undefined; again: string | undefined },
  deps: AuthorizationDeps,
): Response {
  if (again !== undefined) return page({ kind: 'refused', why: 'no_cookie' }, deps)
  const query = new URLSearchParams({ link, again: '1' })
  return redirect(`${AUTHORIZE_PATH}?${query}`, 302, { 'set-cookie': cookieOf(visit, deps.url) })
}

/** What a browser says of itself; an older one does not, and the token has to do. */
function isSameOrigin({ headers }: Request): boolean {
  return (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
}

/** The work of a browser that has opened a link. */
function visited(
  call: PageCall,
  deps: AuthorizationDeps,
  work: (visit: Visit) => Promise<Response>,
): Promise<Response> {
  return answered(call, deps, async () => {
    const known = readCookie(call.request, deps.url)
    if (!known) return page({ kind: 'refused', why: 'other_browser' }, deps)
    return work({ ...known, trace: call.trace })
  })
}

/** An error as a page; the log has it as of any other request. */
async function answered(
  { trace }: PageCall,
  deps: AuthorizationDeps,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    trace.note('code', error.code)
    trace.note('error', error.message)
    const text = [error.message, error.hint].filter(Boolean).join('; ')
    return page({ kind: 'error', text }, deps, statusOf(error) < 500 ? 400 : 503)
  }
}

function refusedView(refused: Refused | undefined): RefusedView | undefined {
  return refused && { kind: 'refused', why: refused.refused }
}

/** To the page that says what came of it. */
function next(refused: RefusedView | undefined, deps: AuthorizationDeps): Response {
  return refused ? page(refused, deps) : redirect(CONFIRM_PATH, 303)
}

/** Seconds after which a page that waits loads itself again. */
const AGAIN = 3

function page(
  shown: Shown,
  { locale }: AuthorizationDeps,
  status = shown.kind === 'refused' ? 400 : 200,
): Response {
  return new Response(pageHtml(shown, locale), {
    status,
    headers: {
      ...HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      ...(shown.kind === 'waiting' && { refresh: String(AGAIN) }),
    },
  })
}

function redirect(location: string, status: 302 | 303, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...HEADERS, ...headers, location } })
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
