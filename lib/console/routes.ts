/** The code of a page loads when the page is first opened, so that a new instance answers soon. */
import { randomBytes } from 'node:crypto'
import { hasCode } from '../core/errors.ts'
import { carriesBody } from '../core/http/body.ts'
import { html } from '../core/http/html.ts'
import type { Call, Route } from '../core/http/router.ts'
import { type Handlers, serveContract } from '../core/http/serve.ts'
import { noteError, type Trace } from '../core/http/trace.ts'
import { FromElsewhere, isFromConsole, isFromElsewhere, readCookie } from './cookies.ts'
import type { ConsoleCore, EntranceCore } from './core.ts'
import { exactFields } from './frame/exact.ts'
import { respond } from './frame/respond.ts'
import { localeOf } from './language.ts'
import type { PageAnswer, PageCall, PageName, SignedInCall, View } from './page.ts'
import { type ConsoleContract, consoleContract } from './pages/contract.ts'
import type { Session } from './sessions.ts'

type Handler<C> = (call: C) => Promise<PageAnswer>
type Loaders<Name extends PageName, C extends { [N in Name]: unknown }> = {
  readonly [N in Name]: () => Promise<Handler<C[N]>>
}

/** The pages that need no session. */
type OpenName = 'showSignIn' | 'signIn' | 'signOut' | 'showEnrol' | 'enrol' | 'setLanguage'
const OPEN: Loaders<OpenName, { [N in OpenName]: PageCall<N> }> = {
  showSignIn: async () => (await import('./entrance/sign-in-page.ts')).showSignIn,
  signIn: async () => (await import('./entrance/sign-in.ts')).signIn,
  signOut: async () => (await import('./entrance/sign-in.ts')).signOut,
  showEnrol: async () => (await import('./entrance/enrolment.ts')).showEnrol,
  enrol: async () => (await import('./entrance/enrolment.ts')).enrol,
  setLanguage: async () => (await import('./language.ts')).setLanguage,
}

type ClosedName = Exclude<PageName, OpenName>
const CLOSED: Loaders<ClosedName, { [N in ClosedName]: SignedInCall<N> }> = {
  toDo: async () => (await import('./pages/to-do/list.ts')).showToDo,
  showItem: async () => (await import('./pages/to-do/page.ts')).showItem,
  changeItem: async () => (await import('./pages/to-do/change.ts')).changeItem,
  approve: async () => (await import('./approvals/outcome.ts')).approve,
  showReceipts: async () => (await import('./pages/accounting/receipts/list.ts')).showReceipts,
  sendReceipts: async () => (await import('./pages/accounting/receipts/send.ts')).sendReceipts,
  receiptFile: async () => (await import('./pages/accounting/receipts/file.ts')).receiptFile,
  showReceiptRow: async () => (await import('./pages/accounting/receipts/row.ts')).showReceiptRow,
  changeReceiptRow: async () => (await import('./pages/accounting/receipts/change.ts')).changeReceiptRow,
  showDeals: async () => (await import('./pages/accounting/deals/books.ts')).showDeals,
  showDeal: async () => (await import('./pages/accounting/deals/record.ts')).showDeal,
  dealFile: async () => (await import('./pages/accounting/deals/record.ts')).dealFile,
  showMonth: async () => (await import('./pages/accounting/deals/month-deals.ts')).showMonth,
  monthFile: async () => (await import('./pages/accounting/deals/month-deals.ts')).monthFile,
  showJournal: async () => (await import('./pages/accounting/journals/report.ts')).showJournal,
  makeJournal: async () => (await import('./pages/accounting/journals/report.ts')).makeJournal,
  journalCsv: async () => (await import('./pages/accounting/journals/report.ts')).journalCsv,
  showMore: async () => (await import('./pages/overview/more.ts')).showMore,
  showConnections: async () => (await import('./pages/connections/connections.ts')).showConnections,
  showAuthorization: async () => (await import('./pages/connections/authorize.ts')).showAuthorization,
  beginAuthorization: async () => (await import('./pages/connections/authorize.ts')).beginAuthorization,
  showPeople: async () => (await import('./pages/connections/people.ts')).showPeople,
  showMessages: async () => (await import('./pages/chat/list.ts')).showMessages,
  changeMessages: async () => (await import('./pages/chat/deliver.ts')).changeMessages,
  showDomains: async () => (await import('./pages/registrar/list.ts')).showDomains,
  changeDomains: async () => (await import('./pages/registrar/buy.ts')).changeDomains,
  showHistory: async () => (await import('./pages/activity/page.ts')).showHistory,
  downloadApproval: async () => (await import('./pages/activity/file.ts')).downloadApproval,
  showDevices: async () => (await import('./pages/devices/list.ts')).showDevices,
  showDevice: async () => (await import('./pages/devices/device.ts')).showDevice,
  downloadFolder: async () => (await import('./pages/devices/enrol.ts')).downloadFolder,
  showRelease: async () => (await import('./pages/devices/release.ts')).showRelease,
  changeDevices: async () => (await import('./pages/devices/device.ts')).changeDevices,
  downloadMonth: async () => (await import('./pages/activity/file.ts')).downloadMonth,
  changePeople: async () => (await import('./pages/connections/people.ts')).changePeople,
}

/** The routes of all pages. `signedIn` loads the rest of the core, which only the pages with a session need. */
export function routesOfConsole(core: EntranceCore, signedIn: () => Promise<ConsoleCore>): Route[] {
  const views = new WeakMap<Request, View>()
  const handlers = Object.keys(consoleContract.endpoints).map(name => [
    name,
    (call: Omit<PageCall, 'core' | 'view'>) =>
      answer(
        name as PageName,
        { ...call, core, view: views.get(call.request) ?? plainView(call, core) },
        signedIn,
      ),
  ])
  return serveContract(consoleContract, Object.fromEntries(handlers) as Handlers<ConsoleContract>).map(
    route => ({
      ...route,
      async handle(call) {
        const view = await viewOf(call, core).catch((error: unknown) => ({ error }))
        if ('error' in view)
          return faultResponse(view.error, { ...call, core, name: route.name, view: plainView(call, core) })
        views.set(call.request, view)
        try {
          refuseOtherSites(call, core)
          if (!carriesBody(call.request.method)) return await route.handle(call)
          return await answerForm(route, { ...call, core, view })
        } catch (error) {
          return faultResponse(error, { ...call, core, name: route.name, view })
        }
      },
      errorPage: async (error, trace, request) => {
        const session = hasCode(error, 'signature_missing') ? await sessionIn(request, core) : undefined
        const place = { path: route.path, address: addressBehind(route.path) }
        const view = { ...plainView(NO_CALL, core, session), ...place }
        const { faultPage } = await import('./frame/faults.ts')
        // no page has this address, so a person with a session gets 404, because signing in again would not help
        return respond({ ...faultPage(error, trace, view), ...(session && { status: 404 }) }, view)
      },
    }),
  )
}

const NO_CALL = { request: new Request('https://kura.invalid/'), url: new URL('https://kura.invalid/') }

async function answer(
  name: PageName,
  posted: PageCall,
  signedIn: () => Promise<ConsoleCore>,
): Promise<Response> {
  const call = { ...posted, body: exactFields(posted.body) }
  const { view, request } = call
  if ((PASSKEY_PAGES.includes(name) || !(name in OPEN || view.session)) && isOtherName(call)) {
    const { otherNamePage } = await import('./entrance/other-name.ts')
    return respond(otherNamePage(call), view)
  }
  if (name in OPEN) return respond(await (await OPEN[name as OpenName]())(call as never), view)
  if (view.session) {
    const [handle, core] = await Promise.all([CLOSED[name as ClosedName](), signedIn()])
    return respond(await handle({ ...call, core } as never), view)
  }
  // after a link on another site, the browser leaves out the session's cookie; a new request from this page has it
  const again = { title: 'kura', body: html``, next: view.address }
  if (readCookie(request, 'session') === undefined && isFromElsewhere(request)) return respond(again, view)
  const { askToSignIn } = await import('./entrance/sign-in-page.ts')
  return respond(askToSignIn(call), view)
}

/** The pages without a session that ask for a passkey or spend a link. */
const PASSKEY_PAGES: readonly PageName[] = ['showSignIn', 'signIn', 'showEnrol', 'enrol']

/** Whether the browser has opened the deployment under another name than KURA_URL's, for which no passkey works. */
function isOtherName({ url, core }: Pick<PageCall, 'url' | 'core'>): boolean {
  return url.host !== new URL(core.config.url()).host
}

async function answerForm(route: Route, { core, view, ...call }: Call & Pick<PageCall, 'core' | 'view'>) {
  const { compareSeen, withSeen } = await import('./entrance/seen.ts')
  const isCurrent = await compareSeen({ request: call.request, person: view.session?.person.name, core })
  const response = await route.handle(call)
  return isCurrent ? withSeen(response, view, core) : response
}

/** @throws FromElsewhere for a form that was not sent from a page of this console */
function refuseOtherSites({ request }: Pick<Call, 'request'>, { config }: EntranceCore): void {
  if (request.method === 'POST' && !isFromConsole(request, new URL(config.url()).origin))
    throw new FromElsewhere()
}

const ENROL_PATH = consoleContract.endpoints.enrol.path

interface Failed extends Call {
  readonly core: EntranceCore
  readonly view: View
  readonly name: string | undefined
}

async function faultResponse(error: unknown, { core, view, name = '', ...call }: Failed): Promise<Response> {
  const { faultPage, formIn } = await import('./frame/faults.ts')
  // each answer at this address has the script, so that a person can paste a new link
  const script =
    call.url.pathname === ENROL_PATH ? (await import('./frame/script.ts')).LINK_SCRIPT : undefined
  noteError(error, call.trace)
  const sent = name in CLOSED ? formIn(call) : undefined
  const form = sent && isFromConsole(call.request, new URL(core.config.url()).origin) ? sent : undefined
  return respond({ ...faultPage(error, { id: call.trace.id, form }, view), script }, view)
}

/** @throws AppError `store_unavailable` if the session cannot be read */
async function viewOf(call: Call, core: EntranceCore): Promise<View> {
  const session = await sessionIn(call.request, core)
  if (session) call.trace.note('person', session.person.name)
  return plainView(call, core, session)
}

/** The session. The store is read only if the request has a session's cookie. @throws AppError `store_unavailable` */
async function sessionIn(request: Request, { config, store }: EntranceCore): Promise<Session | undefined> {
  if (readCookie(request, 'session') === undefined) return undefined
  const { sessionOf } = await import('./sessions.ts')
  return sessionOf(request, { store: store(), local: config.deployment === 'local' })
}

function plainView(
  { request, url, trace }: Pick<Call, 'request' | 'url'> & { readonly trace?: Trace },
  { config }: EntranceCore,
  session?: Session,
): View {
  const locale = localeOf(request, config.locale(), session?.person)
  return {
    locale,
    language: locale.language,
    session,
    path: url.pathname,
    // a URL keeps backslashes in its query, but `isPath` allows none in an address on a page
    address: carriesBody(request.method)
      ? addressBehind(url.pathname)
      : url.pathname + url.search.replaceAll('\\', '%5C'),
    nonce: randomBytes(18).toString('base64url'),
    // only pages with a session show deals
    ...(session && { books: originOfBooks(config) }),
    since: trace?.started,
  }
}

/** The origin of the accounting service's own pages; undefined without settings. */
function originOfBooks({ accounting }: EntranceCore['config']): string | undefined {
  try {
    const { protocol, host } = new URL(accounting().authorizeUrl)
    return `${protocol}//${host.replace(/^accounts\./, '')}`
  } catch (error) {
    if (hasCode(error, 'settings_missing', 'settings_invalid')) return undefined
    throw error
  }
}

/** The page that contains the form for `path`; `/console` without such a page, or if the page needs a query. */
function addressBehind(path: string): string {
  const endpoints = Object.values(consoleContract.endpoints)
  const page = endpoints.find(endpoint => endpoint.method === 'GET' && endpoint.path === path)
  return page && !('query' in page && page.query === true) ? path : '/console'
}
