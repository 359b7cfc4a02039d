import { basename, dirname, join, resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { AppError } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { english, sayIn } from '../../../../core/language/text.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import {
  type PlannedRow,
  planRows,
  type ShownDeal,
} from '../../../../services/accounting/imports/reading/plan.ts'
import { IMPORT, placePhrase } from '../../../../services/accounting/imports/reading/words.ts'
import type { CliContext } from '../../../context.ts'
import { filling } from '../../../operator/fills.ts'
import { type OptionsOf, personOf } from '../../../operator/options.ts'
import { EXIT } from '../../../terminal/exit-status.ts'
import type { Output } from '../../../terminal/output.ts'
import { stoppableSleep } from '../../../terminal/stoppable-sleep.ts'
import { localeToShow } from '../../../terminal/wording.ts'
import { accountingApi, chooseCompany, withCompany } from '../call.ts'
import { HELP } from '../help.ts'
import { showObstacles } from '../words.ts'
import { pastLimits } from './limits.ts'
import { settleLost } from './lost.ts'
import { createNewPartners, withHeld } from './new-partners.ts'
import { askAboutDoubles, confirmsIfPossible } from './questions.ts'
import { type RowResult, stateOf, writeResultFile } from './result-file.ts'
import { showPlan } from './show.ts'
import { type Loaded, loadImport } from './source/load.ts'
import { templateOf } from './source/template.ts'
import type { UploadDeps } from './upload.ts'
import { type WriteDeps, type WrittenRows, writeRows } from './write.ts'

const fills = filling<AccountingContract>()

const importCommand = (accounting: Command) =>
  withCompany(
    accounting
      .command('import')
      .addArgument(fills.argument('[source]', HELP.importSource.id, ''))
      .description(HELP.import.id)
      .option('--write', HELP.importWrite.id)
      .option('--doubles <id...>', HELP.importDoubles.id)
      .option('--new-partners', HELP.importNewPartners.id)
      .option('--wait', HELP.importWait.id)
      .option('--template', HELP.importTemplate.id)
      .option('--out <file>', HELP.importOut.id)
      .option('--account-item <name>', HELP.importAccountItem.id)
      .option('--rate <rate>', HELP.importRate.id)
      .addOption(new Option('--qualified <yes|no>', HELP.importQualified.id).choices(['yes', 'no']))
      .option('--payment <walletable>', HELP.importPayment.id)
      .addHelpText('after', HELP.importAfter.id),
  )

type ImportOptions = OptionsOf<typeof importCommand>

export function registerAccountingImport(accounting: Command, context: CliContext): void {
  importCommand(accounting).action((source, options) => importReceipts(source, options, context))
}

async function importReceipts(
  source: string | undefined,
  options: ImportOptions,
  context: CliContext,
): Promise<void> {
  const output = context.output(options)
  if (options.template) return showTemplate(await templateOf(source, context), output)
  if (source === undefined)
    throw phraseError('usage', phrase(IMPORT.noSource), { hint: phrase(IMPORT.template) })
  const loaded = await loadImport(source, options, context)
  for (const name of loaded.ignored) output.note(phrase(IMPORT.ignored, { name }))
  const deps = await createDeps(options, output, context)
  const { planned, obstacles } = await dryRun(loaded, options, deps)
  showPlan(planned, { output, locale: deps.locale })
  if (options.write) {
    const known = await withNewPartners(planned, loaded, { options, deps, output, context })
    const decided = output.json ? known : await askAboutDoubles(known, deps, context)
    return write(decided, { source, options, deps, output }, context)
  }
  showNotWritten(planned, obstacles, { output, deps })
  context.exit(statusOf(planned.map(({ plan }) => plan)))
}

async function withNewPartners(
  planned: readonly PlannedRow[],
  loaded: Loaded,
  { options, deps, output, context }: Pick<Writing, 'options' | 'deps' | 'output'> & { context: CliContext },
): Promise<readonly PlannedRow[]> {
  if (!options.newPartners || output.json) return planned
  const refused = await createNewPartners(planned, deps, { output, context })
  if (!refused) return planned
  const again = await dryRun(loaded, options, deps)
  showPlan(again.planned, { output, locale: deps.locale })
  return withHeld(again.planned, refused)
}

function showTemplate(table: Uint8Array, output: Output): Promise<void> | void {
  if (!output.json) return output.bytes(table)
  output.result({ table: new TextDecoder().decode(table) })
}

interface ImportDeps extends UploadDeps {
  readonly locale: Locale
}

async function createDeps(options: ImportOptions, output: Output, context: CliContext): Promise<ImportDeps> {
  const locale = localeToShow(context.config)
  const waiting = {
    now: context.now,
    sleep: context.sleep ?? stoppableSleep(context.signal),
    note: output.note,
    wait: options.wait === true,
    locale,
    say: sayIn(locale),
  }
  const api = await accountingApi(options, context)
  const { id: company } = await pastLimits(() => chooseCompany(options, { api }), waiting)
  return { api, company, ...waiting }
}

async function dryRun({ rows }: Loaded, { doubles = [] }: ImportOptions, deps: UploadDeps) {
  const planOf = (shown: readonly ShownDeal[]) => planRows(rows, shown, double => doubles.includes(double))
  const deals = rows.flatMap(row => ('deal' in row ? [row.deal] : []))
  if (deals.length === 0) return { planned: planOf([]), obstacles: [] }
  const body = { company_id: deps.company, deals }
  const shown = await pastLimits(() => deps.api.importDeals({ body }), deps)
  if (shown.mode !== 'dry-run') {
    const message = 'Cannot read the reply of the host: it is a write, expected a dry run'
    throw new AppError('remote_answer', message)
  }
  return { planned: planOf(shown.deals), obstacles: shown.obstacles }
}

function showNotWritten(
  planned: readonly PlannedRow[],
  obstacles: Parameters<typeof showObstacles>[0],
  { output, deps: { say } }: { output: Output; deps: ImportDeps },
): void {
  output.result({
    mode: 'dry-run',
    rows: planned.map(({ at, plan, shown, why }) => ({
      row: at,
      next: plan,
      why: why.map(english),
      ...shown,
    })),
    obstacles,
  })
  output.line(say(IMPORT.nothingWritten))
  if (planned.some(({ row }) => row?.deal.payments)) output.line(say(IMPORT.payments))
  showObstacles(obstacles, output)
}

interface Writing {
  readonly source: string
  readonly options: ImportOptions
  readonly deps: ImportDeps
  readonly output: Output
}

async function write(
  planned: readonly PlannedRow[],
  { source, options, deps, output }: Writing,
  context: CliContext,
): Promise<void> {
  const file = resultFileOf(source, options, context)
  const save = (results: readonly RowResult[]) => writeResultFile(file, results, deps.locale)
  const { results, stoppedUntil } = await writeAll(
    planned,
    { ...deps, progress: output.progress, save },
    { output, context },
  )
  output.result({ mode: 'write', file, rows: results })
  for (const { row, state, why } of results)
    if (why !== '' && state !== 'left out')
      output.line(deps.say(IMPORT.ended, { at: placePhrase(row), state: stateOf(state), why }))
  const count = (state: string) => results.filter(result => result.state === state).length
  output.line(deps.say(IMPORT.registered, { done: count('done'), count: results.length, file }))
  if (stoppedUntil !== undefined)
    output.line(deps.say(IMPORT.stopped, { count: count('not sent'), at: stoppedUntil }))
  context.exit(statusOf(results.map(({ state }) => state)))
}

async function writeAll(
  planned: readonly PlannedRow[],
  deps: WriteDeps,
  { output, context }: { output: Output; context: CliContext },
): Promise<WrittenRows> {
  const lostDeps = {
    ...deps,
    confirms: (question: Phrase) => confirmsIfPossible(question, context),
    person: () => personOf(context, {}),
    show: output.json ? output.note : output.line,
  }
  const results = new Map<string, RowResult>()
  const inOrder = () => planned.flatMap(({ at }) => results.get(at) ?? [])
  const merged = (some: readonly RowResult[]) => {
    for (const result of some) results.set(result.row, result)
    return inOrder()
  }
  const save = (some: readonly RowResult[]) => deps.save(merged(some))
  for (let left = planned; ; ) {
    const { results: some, stoppedUntil } = await writeRows(left, { ...deps, save })
    merged(some)
    if (stoppedUntil !== undefined) return { results: inOrder(), stoppedUntil }
    left = (await settleLost(left, some, lostDeps)).map(row => ({ ...row, plan: 'open' as const }))
    if (left.length === 0) return { results: inOrder() }
  }
}

/** Without `--out`, the result is next to the source, a file or a folder: `october.csv` -> `october.result.csv`. */
function resultFileOf(source: string, { out }: ImportOptions, { cwd }: CliContext): string {
  if (out !== undefined) return resolve(cwd, out)
  const path = resolve(cwd, source)
  return join(dirname(path), `${basename(path).replace(/\.(?:csv|json)$/i, '')}.result.csv`)
}

const FINE = ['new', 'done', 'left out']
const OF_A_PERSON = ['review', 'double', 'new partner', 'open', 'unknown', 'claimed', 'gone', 'removing']

function statusOf(states: readonly string[]): number {
  const others = states.filter(state => !FINE.includes(state))
  if (others.length === 0) return EXIT.done
  return others.every(state => OF_A_PERSON.includes(state)) ? EXIT.review : EXIT.failed
}
