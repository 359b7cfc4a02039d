/** The texts that `kura` prints without a command, and with `--version`. */
import { readFileSync } from 'node:fs'
import type { CliContext } from '../context.ts'
import { IN_PROJECT } from '../terminal/invocation.ts'
import type { Output } from '../terminal/output.ts'

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
  output.result({ ...versions(), next: shown.map(([what, command]) => ({ what, command })) })
  output.line(`${versionText()}: the back office of a small company`)
  output.line()
  output.table(shown)
}

type Step = readonly [what: string, how: string]

const FIRST: readonly Step[] = [
  ['try it on this machine:', 'npm start'],
  ['set up a deployment:', 'kura setup'],
]

const DAILY: readonly Step[] = [
  ['what needs a person:', 'kura today'],
  ['check everything:', 'kura doctor'],
  ['the devices:', 'kura devices'],
  ['the books:', 'kura accounting --help'],
]

const ALWAYS: readonly Step[] = [
  ['every command:', 'kura help'],
  ['one command, with examples:', 'kura help COMMAND'],
]
