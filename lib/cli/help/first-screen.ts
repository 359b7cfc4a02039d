import { readFileSync } from 'node:fs'
import { phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { CliContext } from '../context.ts'
import { IN_PROJECT } from '../terminal/invocation.ts'
import type { Output } from '../terminal/output.ts'
import { FIRST_SCREEN } from './words.ts'

/** Shows the version: `kura 1.0.0, Node 24.21.0`. */
export function showVersion(output: Output): void {
  output.result(versions())
  output.line(versionText())
}

function versions(): { kura: string; node: string } {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return { kura: version, node: process.versions.node }
}

function versionText(): string {
  const { kura, node } = versions()
  return `kura ${kura}, Node ${node}`
}

/** Shows the first steps, or the daily commands if a deployment or a local host is set up. */
export function showFirstScreen(output: Output, context: CliContext): void {
  const { invocation = IN_PROJECT } = context
  const begun = context.development || Boolean(context.env['KURA_URL'])
  const steps = begun ? DAILY : FIRST
  const shown = [...steps, ...ALWAYS].map(([what, how]) => [what, how.replace(/^kura/, invocation)] as const)
  output.result({ ...versions(), next: shown.map(([what, command]) => ({ what: english(what), command })) })
  output.line(phrase(FIRST_SCREEN.title, { version: versionText() }))
  output.line()
  output.table(shown)
}

type Step = readonly [what: Phrase, how: string]

const FIRST: readonly Step[] = [
  [phrase(FIRST_SCREEN.tryIt), 'npm start'],
  [phrase(FIRST_SCREEN.setUp), 'kura setup'],
]

const DAILY: readonly Step[] = [
  [phrase(FIRST_SCREEN.needs), 'kura today'],
  [phrase(FIRST_SCREEN.check), 'kura doctor'],
  [phrase(FIRST_SCREEN.devices), 'kura devices'],
  [phrase(FIRST_SCREEN.books), 'kura accounting --help'],
]

const ALWAYS: readonly Step[] = [
  [phrase(FIRST_SCREEN.every), 'kura help'],
  [phrase(FIRST_SCREEN.one), 'kura help COMMAND'],
]
