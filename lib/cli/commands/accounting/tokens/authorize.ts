import type { Command } from '@commander-js/extra-typings'
import { hasCode } from '../../../../core/errors.ts'
import type { Client } from '../../../../core/http/client.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn } from '../../../../core/language/text.ts'
import { chooseBooks, readCode } from '../../../../services/accounting/tokens/authorize/pasted-code.ts'
import { companyText } from '../../../../services/accounting/tokens/company.ts'
import {
  type AuthorizationContract,
  authorizationContract,
} from '../../../../services/accounting/tokens/contract.ts'
import type { CliContext } from '../../../context.ts'
import { operatorClient } from '../../../operator/client.ts'
import { type OptionsOf, withCallOptions } from '../../../operator/options.ts'
import { momentText } from '../../../terminal/moment.ts'
import type { Output } from '../../../terminal/output.ts'
import { localeToShow } from '../../../terminal/wording.ts'
import { TERMINAL } from '../../../terminal/words.ts'
import { readCompany } from '../call.ts'
import { HELP } from '../help.ts'
import { scopesText } from './token.ts'
import { AUTHORIZE } from './words.ts'

const authorizeCommand = (accounting: Command) =>
  withCallOptions(accounting.command('authorize'))
    .description(HELP.authorize.id)
    .option('--company <company>', HELP.authorizeCompany.id, readCompany)
    .option('--code <code>', HELP.authorizeCode.id)
    .addHelpText('after', HELP.authorizeAfter.id)

type AuthorizeOptions = OptionsOf<typeof authorizeCommand>
type Api = Client<AuthorizationContract>

export function registerAccountingAuthorize(accounting: Command, context: CliContext): void {
  authorizeCommand(accounting).action(options => authorize(options, context))
}

async function authorize(options: AuthorizeOptions, context: CliContext): Promise<void> {
  const api = await operatorClient(authorizationContract, { ...options, scopes: ['admin'] }, context)
  const output = context.output(options)
  if (options.code !== undefined) return finish(options.code, options, { api, output })
  const begun = await api.beginAuthorization({ body: {} })
  output.result(begun)
  if (output.json) return
  output.line(phrase(AUTHORIZE.open))
  output.line(begun.url)
  output.line(phrase(AUTHORIZE.until, { at: momentText(begun.until, context.config.timezone) }))
  await finish(await askForCode(begun, context), options, { api, output })
}

/** Lets the host exchange the code, so that this machine needs none of the deployment's secrets. */
async function finish(
  code: string,
  { company: named }: AuthorizeOptions,
  { api, output }: { api: Api; output: Output },
): Promise<void> {
  const progress = await api.receiveCode({ body: readCode(code) })
  const kept = await api.keepAuthorization({ body: chooseBooks(progress, named) })
  output.result(kept)
  const { company, generation, scopes } = kept
  const books = company
    ? phrase(AUTHORIZE.books, { company: companyText(company) })
    : phrase(AUTHORIZE.noCompany)
  output.line(phrase(AUTHORIZE.authorized, { books, generation, scopes: scopesText(scopes) }))
}

async function askForCode(
  { showsCode }: { readonly showsCode: boolean },
  context: CliContext,
): Promise<string> {
  try {
    const say = sayIn(localeToShow(context.config))
    return await context.ask(say(showsCode ? AUTHORIZE.code : AUTHORIZE.address))
  } catch (error) {
    throw withHint(error)
  }
}

/** Adds the hint that `--code` can still complete the authorization. */
function withHint(cause: unknown): unknown {
  const hint = phrase(AUTHORIZE.finish)
  if (hasCode(cause, 'usage')) return phraseError('usage', phrase(AUTHORIZE.noTerminal), { hint, cause })
  const stopped = hasCode(cause, 'interrupted') || (cause instanceof Error && cause.name === 'AbortError')
  return stopped ? phraseError('interrupted', phrase(TERMINAL.stopped), { hint, cause }) : cause
}
