import { resolve } from 'node:path'
import * as z from 'zod'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { readAccepted } from '../../../move/report/accepted.ts'
import { type AcceptedPart, isAcceptedBy } from '../../../move/report/reported-finding.ts'
import type { CliContext } from '../../context.ts'
import { type OptionsOf, personOf } from '../../operator/options.ts'
import { readGivenFile } from '../../terminal/given-file.ts'
import { acceptedName, besideReport, exists, readAcceptedFile } from './accepted-file.ts'
import type { acceptCommand } from './commands.ts'
import { MOVE_COMMANDS } from './words.ts'

type AcceptOptions = OptionsOf<typeof acceptCommand>

export async function accept(cause: string, options: AcceptOptions, context: CliContext): Promise<void> {
  const { rule, folder, url, report, reason } = options
  const name = acceptedName(options) ?? ''
  const path = resolve(context.cwd, name)
  const named = { cause, rule, folder, url }
  const count = await countOpen(named, report, context)
  const before = (await exists(path)) ? await readAcceptedFile({ accepted: name }, context) : []
  const by = await personOf(context, options)
  const entry = { ...named, by, at: new Date(context.now()).toISOString(), reason }
  const text = `${JSON.stringify([...before, entry], null, 2)}\n`
  // reads the new text, so that the new entry is checked too
  const entries = readAccepted(text, name)
  await writeFileAtomic(path, text).catch((fault: unknown) => {
    const message = `Cannot write the accepted findings "${name}": ${fileFault(fault)}`
    throw new AppError('usage', message, { cause: fault })
  })
  const output = context.output(options)
  output.result({ file: path, count, entry: entries.at(-1) })
  output.line(phrase(MOVE_COMMANDS.accepted, { count, file: name }))
}

const findings = z.array(
  z.object({ cause: z.string(), rule: z.string().optional(), url: z.string(), verdict: z.string() }),
)

/** @throws AppError `usage` if the report has no open finding that the entry would accept */
async function countOpen(named: AcceptedPart, report: string, context: CliContext): Promise<number> {
  const file = besideReport(report, 'json')
  const open = readFindings(await readGivenFile(file, 'the findings', context), file).filter(
    ({ verdict }) => verdict !== 'accepted',
  )
  const count = open.filter(finding => isAcceptedBy(finding, named)).length
  if (count > 0) return count
  const name = [named.cause, named.rule, named.folder, named.url]
    .filter(part => part !== undefined)
    .join(', ')
  const causes = [...new Set(open.map(({ cause }) => cause))].join(', ')
  throw phraseError('usage', phrase(MOVE_COMMANDS.notReported, { name, report }), {
    hint: causes === '' ? phrase(MOVE_COMMANDS.reportedNone) : phrase(MOVE_COMMANDS.reported, { causes }),
  })
}

function readFindings(text: string, file: string) {
  try {
    return findings.parse(JSON.parse(text))
  } catch (cause) {
    const message = `Cannot read the findings "${file}": kura move check has not completed the file`
    throw new AppError('usage', message, { cause })
  }
}
