/**
 * The endpoints of `contract.ts`. A browser gets pages and redirects. No response contains a token or a code. No
 * address contains one either, except the address to which the service redirects.
 */
import { AppError } from '../../../../core/errors.ts'
import type { Handlers } from '../../../../core/http/serve.ts'
import type { Trace } from '../../../../core/http/trace.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { AUTHORIZE_PATH, type AuthorizationContract, CONFIRM_PATH } from '../contract.ts'
import { answerQuestion, type RefusedView, viewOf } from './confirm.ts'
import { cookieOf, readCookie } from './cookie.ts'
import type { BrowserDeps, Visit } from './deps.ts'
import { departFrom, requestLink } from './open.ts'
import { receiveCode } from './receive.ts'
import { page, redirect } from './responses.ts'
import type { Refused } from './transitions.ts'

export interface AuthorizationDeps extends BrowserDeps {
  /** The address of the deployment: the setting KURA_URL. */
  readonly url: URL
  readonly locale: Locale
}

/** The parameters of the function that answers with a page. */
interface PageCall {
  readonly request: Request
  readonly trace: Trace
}

/**
 * Returns the handlers of these endpoints. `given` is called at each request. A response does not reveal which setting
 * is missing.
 */
export function authorizationHandlers(given: () => AuthorizationDeps): Handlers<AuthorizationContract> {
  const deps = () => unnamed(given)
  return {
    requestLink: async ({ caller, body }) => {
      const { url, redirectUri } = given()
      const { secret, until } = await requestLink({ keyid: caller.keyid, ...body }, given())
      const link = new URL(AUTHORIZE_PATH, url)
      link.searchParams.set('link', secret)
      return { url: link.href, until, redirectUri }
    },
    openLink: async ({ request, trace, query }) => {
      const known = readCookie(request, deps().url)
      const opened = await departFrom({ secret: query.link ?? '', known, trace }, deps())
      if ('refused' in opened) return page({ kind: 'refused', why: opened.refused }, deps())
      if ('begun' in opened) return redirect(CONFIRM_PATH, 303)
      if ('visit' in opened) return setCookie(opened.visit, { link: query.link, again: query.again }, deps())
      if (opened.first) trace.note('outcome', 'opened')
      return redirect(opened.url, 302)
    },
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

/**
 * Returns the dependencies. @throws AppError `settings_missing` without the names of the missing settings
 */
function unnamed(deps: () => AuthorizationDeps): AuthorizationDeps {
  try {
    return deps()
  } catch (cause) {
    throw new AppError('settings_missing', 'Cannot authorize: this deployment is not set up for it', {
      hint: 'ask whoever runs this deployment',
      cause,
    })
  }
}

/**
 * Sets the cookie and redirects the browser to the same link with the parameter `again`. A browser that returns with
 * `again` but without the cookie does not keep cookies.
 */
function setCookie(
  visit: Pick<Visit, 'id' | 'secret'>,
  { link = '', again }: { link: string | undefined; again: string | undefined },
  deps: AuthorizationDeps,
): Response {
  if (again !== undefined) return page({ kind: 'refused', why: 'no_cookie' }, deps)
  const query = new URLSearchParams({ link, again: '1' })
  return redirect(`${AUTHORIZE_PATH}?${query}`, 302, { 'set-cookie': cookieOf(visit, deps.url) })
}

/**
 * Whether the request is same-origin by its header Sec-Fetch-Site. An older browser does not send this header; then
 * only the token in the page protects against requests from other sites.
 */
function isSameOrigin({ headers }: Request): boolean {
  return (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
}

/** Runs `work` for the browser that has opened the link; any other browser gets a refusal. */
async function visited(
  { request, trace }: PageCall,
  deps: AuthorizationDeps,
  work: (visit: Visit) => Promise<Response>,
): Promise<Response> {
  const known = readCookie(request, deps.url)
  return known ? work({ ...known, trace }) : page({ kind: 'refused', why: 'other_browser' }, deps)
}

function refusedView(refused: Refused | undefined): RefusedView | undefined {
  return refused && { kind: 'refused', why: refused.refused }
}

/** Redirects to the page that shows the result; if `refused` is given, shows the refusal. */
function next(refused: RefusedView | undefined, deps: AuthorizationDeps): Response {
  return refused ? page(refused, deps) : redirect(CONFIRM_PATH, 303)
}
