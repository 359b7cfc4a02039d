import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../../../core/config/config.ts'
import { isLoopback } from '../../../core/config/loopback.ts'
import { AppError } from '../../../core/errors.ts'
import type { Locale } from '../../../core/language/language.ts'
import { english, textOf } from '../../../core/language/text.ts'
import type { CliContext } from '../../context.ts'
import { DEVELOPMENT } from '../../development.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { textInZone } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { localeToShow } from '../../terminal/wording.ts'
import { AGENT_CHECK } from './agents.ts'
import { DEPLOYMENT_CHECKS, OWN_CHECKS } from './deployment.ts'
import { addressRow, askEntrance, clockRow, unreachableRow } from './entrance.ts'
import { exampleAddress } from './example-address.ts'
import { PASSKEY_CHECK } from './passkeys.ts'
import { type Check, type DoctorDeps, exitStatusOfRows, type Row, type RowState, runChecks } from './row.ts'
import { WORK_CHECKS } from './work.ts'

const doctorCommand = (command: Command) =>
  command
    .description('check a deployment: settings, store, functions, release, devices, token, bots, registrar')
    .argument('[url]', 'the address of the deployment (default: KURA_URL)')
    .option('--key <file>', 'the operator key to act with')
    .option('--contact <file>', "also check the registrant's contact data in this file")
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 if everything is ok, 1 if something is wrong, 3 if something is unknown.',
    )

export function registerDoctor(command: Command, context: CliContext): void {
  doctorCommand(command).action(async (url, options) => {
    const deps = depsOf(url, options, context)
    const rows = await examine(deps)
    const output = context.output(options)
    showRows(rows, { output, locale: localeToShow(context.config) })
    if (rows.some(({ state }) => state === 'wrong') && isExample(deps)) output.note(EXAMPLE_NOTE)
    output.result({ rows: rows.map(inEnglish) })
    context.exit(exitStatusOfRows(rows))
  })
}

const EXAMPLE_NOTE =
  'the example of npm start has a PC that lacks the release, and a limit that needs a second person, for you to try; npm start -- --no-example leaves them out'

function isExample({ url, context }: DoctorDeps): boolean {
  return isLoopback(new URL(url).hostname) && existsSync(join(context.cwd, DEVELOPMENT.example))
}

const ADDRESS_CHECK: Check = {
  name: 'address',
  async run(deps) {
    const answer = await askEntrance(deps).catch((error: unknown) => unreachableRow(error, deps))
    if ('check' in answer) return [answer]
    return [addressRow(answer, deps.url), clockRow(answer, deps.context.now())]
  },
}

/** Checks the address. If another server than kura answers, only this machine's settings and store are checked too. */
export async function examine(deps: DoctorDeps): Promise<Row[]> {
  const entrance = await runChecks([ADDRESS_CHECK], deps)
  const checks =
    entrance[0]?.state === 'ok'
      ? [...DEPLOYMENT_CHECKS, ...WORK_CHECKS, AGENT_CHECK, PASSKEY_CHECK]
      : OWN_CHECKS
  return [...entrance, ...(await runChecks(checks, deps))]
}

/** @throws AppError `usage`, `settings_missing` */
function depsOf(
  given: string | undefined,
  { key, contact }: OptionsOf<typeof doctorCommand>,
  context: CliContext,
): DoctorDeps {
  if (given !== undefined && !(URL.canParse(given) && /^https?:/.test(given)))
    throw new AppError('usage', `Cannot examine "${given}": expected an address that starts with https://`, {
      hint: `for example: kura doctor ${exampleAddress(given)}`,
    })
  const url = given === undefined ? context.config.url() : new URL(given).origin
  const env = { ...context.env, KURA_URL: url }
  return { context: { ...context, env, config: readConfig(env) }, url, key, contact }
}

function inEnglish({ mend, ...row }: Row) {
  return { ...row, ...(mend !== undefined && { mend: english(mend) }) }
}

const ORDER: readonly RowState[] = ['wrong', 'unknown', 'ok']

function showRows(rows: readonly Row[], { output, locale }: { output: Output; locale: Locale }): void {
  output.table(
    rows.map(({ check, state, found }) => [state, check, textInZone(found, locale.timezone)]),
    ['state', 'check', 'found'],
  )
  output.line()
  for (const { check, mend } of rows) if (mend !== undefined) output.line(`${check}: ${textOf(mend, locale)}`)
  const counts = ORDER.map(state => `${rows.filter(row => row.state === state).length} ${state}`)
  output.line(counts.join(', '))
}
