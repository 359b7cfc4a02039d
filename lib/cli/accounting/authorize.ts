/**
 * `kura accounting authorize`: lets a person grant access to the books. For a deployment the host makes the link, so
 * that this machine needs none of the deployment's secrets. For the local host the person types the code here.
 */
import type { Command } from '@commander-js/extra-typings'
import type { StoreSettings } from '../../core/config/config.ts'
import { isLoopback } from '../../core/config/loopback.ts'
import { AppError, hasCode } from '../../core/errors.ts'
import type { BegunAuthorization } from '../../services/accounting/tokens/authorize/authorize.ts'
import { refuseOpenAddress } from '../../services/accounting/tokens/browser/address.ts'
import { companyText } from '../../services/accounting/tokens/company.ts'
import { authorizationContract } from '../../services/accounting/tokens/contract.ts'
import { statusReply, type TokenStatus } from '../../services/accounting/tokens/status.ts'
import { operatorClient } from '../operator/client.ts'
import { type OptionsOf, withCallOptions } from '../operator/options.ts'
import { momentText } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { type AccountingContext, readCompany } from './call.ts'
import { scopesText } from './token.ts'

const HELP = `
If KURA_URL names a deployment, this prints a link that works once, for ten minutes: whoever opens it logs in at the
accounting service, and then confirms whose books kura uses. Else it shows the service's own page and asks for its code.
The books of another company than the one in use are kept only if --company names it.`

const authorizeCommand = (accounting: Command) =>
  withCallOptions(accounting.command('authorize'))
    .description(
      'let a person grant access, and store the tokens; needed once, and again after scopes were added',
    )
    .option(
      '--company <company>',
      'id or office number; needed to use the books of another company',
      readCompany,
    )
    .option('--link', 'print a link for the host, also if it is the local one')
    .option(
      '--code <code>',
      'finish what was begun in the last ten minutes: the code, or the address to which the page redirected',
    )
    .addHelpText('after', HELP)

type AuthorizeOptions = OptionsOf<typeof authorizeCommand>

export function registerAccountingAuthorize(accounting: Command, context: AccountingContext): void {
  authorizeCommand(accounting).action(options => authorize(options, context))
}

async function authorize(options: AuthorizeOptions, context: AccountingContext): Promise<void> {
  if (asksHost(options, context)) return showLink(options, context)
  const tokens = await context.accountingTokens()
  const output = context.output(options)
  const { company, code } = options
  if (code !== undefined) {
    const status = await tokens.finish(code, { company })
    output.result(statusReply(status))
    return showAuthorized({ status, store: context.config.store() }, output)
  }
  const begun = await tokens.begin()
  output.result(begun)
  if (output.json) return
  showPage(begun, { output, timezone: context.config.timezone })
  const status = await tokens.finish(await askForCode(begun, context), { company })
  showAuthorized({ status, store: context.config.store() }, output)
}

/**
 * Whether the host makes the link: true for a deployment, unless the options choose this machine.
 * @throws AppError `usage`
 */
export function asksHost(
  { link, local, code }: Pick<AuthorizeOptions, 'link' | 'local' | 'code'>,
  { env, config }: Pick<AccountingContext, 'env' | 'config'>,
): boolean {
  const here = local === true || code !== undefined
  if (link && here) throw new AppError('usage', 'Cannot use --link with --local or --code: choose one')
  if (link || here) return !here
  return Boolean(env['KURA_URL']) && !isLoopback(new URL(config.url()).hostname)
}

async function showLink(options: AuthorizeOptions, context: AccountingContext): Promise<void> {
  if (context.env['KURA_URL']) refuseOpenAddress(new URL(context.config.url()))
  const api = await operatorClient(authorizationContract, { ...options, scopes: ['admin'] }, context)
  const { company } = options
  const link = await api.requestLink({ body: company === undefined ? {} : { company } })
  const output = context.output(options)
  output.result(link)
  output.line('open this link in a browser, log in at the accounting service, and confirm the company:')
  output.line(link.url)
  output.line(`it works once, until ${momentText(link.until, context.config.timezone)}`)
  output.note(`the application at the accounting service needs the redirect address ${link.redirectUri}`)
  output.note('kura doctor shows whether it worked')
}

function showPage(
  { url, until }: BegunAuthorization,
  { output, timezone }: { output: Output; timezone: string },
): void {
  output.line('open this page, log in, choose the company and grant access:')
  output.line(url)
  output.line(`its code is accepted until ${momentText(until, timezone)}`)
}

async function askForCode({ showsCode }: BegunAuthorization, context: AccountingContext): Promise<string> {
  try {
    return await context.ask(showsCode ? 'code: ' : 'the address to which the page redirected: ')
  } catch (error) {
    throw withHint(error)
  }
}

/** Adds a hint to the error: `--code` can still complete the authorization. */
function withHint(cause: unknown): unknown {
  const hint = 'finish with: kura accounting authorize --code CODE'
  if (hasCode(cause, 'usage'))
    return new AppError('usage', 'Cannot ask for the code: there is no terminal', { hint, cause })
  const stopped = hasCode(cause, 'interrupted') || (cause instanceof Error && cause.name === 'AbortError')
  return stopped ? new AppError('interrupted', 'Stopped by Ctrl-C', { hint, cause }) : cause
}

/** Shows the result with the name of the store that contains it, because a deployment reads only its own store. */
function showAuthorized(
  { status, store }: { status: TokenStatus; store: StoreSettings },
  output: Output,
): void {
  const place = store.kind === 'upstash' ? new URL(store.url).host : store.file
  const { company, generation, scopes } = status
  const books = company ? `the books of ${companyText(company)}` : 'no company named'
  output.line(`authorized: ${books}, generation ${generation}, scopes ${scopesText(scopes)}`)
  output.line(`stored in ${place}`)
}
