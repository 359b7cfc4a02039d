/** `kura move rules | lint | check`: the rules of a site move, what they do, and whether the move is complete. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import { readMove } from '../../move/moved-site.ts'
import { readHostingConfiguration } from '../../move/rules/hosting-configuration.ts'
import { type LintReport, lintRules } from '../../move/rules/lint.ts'
import { writeRules } from '../../move/rules/redirect-rules.ts'
import { readSitemap } from '../../move/site/sitemap.ts'
import type { CliContext } from '../context.ts'
import type { Output } from '../terminal/output.ts'
import { registerMoveCheck } from './check.ts'
import { registerMoveRecord } from './record.ts'

interface LintOptions {
  paths?: string
  host?: string[]
  json?: true
}

export function registerMove(program: Command, context: CliContext): void {
  const move = program
    .command('move')
    .description('move a site to another domain, and check that the move is complete')
  move
    .command('rules')
    .description(
      'write the redirect rules: permanent, for each host, for the root, trailing slashes and every path',
    )
    .argument('<old>', 'the old domain')
    .argument('<new>', 'the new domain')
    .option('--homepage-301', 'answer the old homepage with 301 instead of 308')
    .addHelpText('after', '\nAdd them to vercel.json as "redirects", before the rules that it already has.')
    .action((oldName: string, newName: string, { homepage301 = false }: { homepage301?: boolean }) => {
      const redirects = writeRules(readMove(oldName, newName), { homepage301 })
      context.output({}).line(JSON.stringify({ redirects }, null, 2))
    })
  move
    .command('lint')
    .description('compile the rules as the host does, and show which rule each address meets')
    .argument('<file>', 'the hosting configuration: vercel.json')
    .option('--paths <file>', 'addresses or paths to try, one per line, or a saved sitemap')
    .option('--host <host...>', 'the hosts for paths without one (default: those that conditions name)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit status: 0 if nothing is wrong, 1 if something is.')
    .action((file: string, options: LintOptions) => lint(file, options, context))
  registerMoveRecord(move, context)
  registerMoveCheck(move, context)
}

async function lint(file: string, options: LintOptions, context: CliContext): Promise<void> {
  const configuration = readHostingConfiguration(await readText(file, context), file)
  const addresses = options.paths === undefined ? [] : await readAddresses(options.paths, context)
  const report = lintRules(configuration, { addresses, hosts: options.host ?? [] })
  const output = context.output(options)
  output.result(report)
  showLint(report, output)
  context.exit(report.findings.some(({ severity }) => severity !== 'note') ? 1 : 0)
}

async function readText(file: string, context: CliContext): Promise<string> {
  return new TextDecoder().decode(await readBytes(file, context))
}

async function readBytes(file: string, { cwd }: CliContext): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, file))
  } catch (cause) {
    throw new AppError('usage', `Cannot read "${file}"`, { cause })
  }
}

async function readAddresses(file: string, context: CliContext): Promise<readonly string[]> {
  const { locations, problems } = readSitemap(await readBytes(file, context))
  if (problems.length === 0) return locations
  throw new AppError('usage', `Cannot use "${file}": it ${problems.join(', ')}`)
}

function showLint({ urls, findings }: LintReport, output: Output): void {
  if (urls.length > 0) {
    const rows = urls.map(({ url, rule, status, locations }) => [
      url,
      rule ?? 'none',
      String(status ?? ''),
      locations.join(' -> '),
    ])
    output.table(rows, ['address', 'rule', 'status', 'redirects to'])
    output.line()
  }
  for (const { severity, rule, url, message } of findings)
    output.line(`${severity}: ${rule ?? url ?? 'the file'} ${message}`)
  if (findings.length === 0) output.line('nothing is wrong')
}
