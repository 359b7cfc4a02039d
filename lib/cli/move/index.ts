/**
 * `kura move rules | lint | record | check`: the rules of a site move, their effect, and whether the move is complete.
 * A run loads only the file of its command.
 */
import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from '../context.ts'
import { registerMoveCheck } from './check.ts'
import type { LintOptions } from './lint.ts'
import { addSiteOptions } from './network-options.ts'
import type { RecordOptions } from './record.ts'

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
    .option('--json', 'print an error as JSON too; the rules always are')
    .addHelpText('after', '\nAdd them to vercel.json as "redirects", before the rules that it already has.')
    .action(async (oldName: string, newName: string, { homepage301 = false }: { homepage301?: boolean }) => {
      const [{ readMove }, { writeRules }] = await Promise.all([
        import('../../move/moved-site.ts'),
        import('../../move/rules/redirect-rules.ts'),
      ])
      const redirects = writeRules(readMove(oldName, newName), { homepage301 })
      context.output({ json: true }).result({ redirects })
    })
  move
    .command('lint')
    .description('compile the rules as the host does, and show which rule each address meets')
    .argument('<file>', 'the hosting configuration: vercel.json')
    .option('--paths <file>', 'addresses or paths to try, one per line, or a saved sitemap')
    .option('--to <new>', 'the new domain, to which the rules of the move redirect')
    .option('--host <host...>', 'the hosts for paths without one (default: those that conditions name)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit status: 0 if nothing is wrong, 1 if something is.')
    .action(async (file: string, options: LintOptions) => {
      const { lint } = await import('./lint.ts')
      await lint(file, options, context)
    })
  registerRecord(move, context)
  registerMoveCheck(move, context)
}

function registerRecord(move: Command, context: CliContext): void {
  const command = move
    .command('record')
    .description('take a baseline of the old site before the move: its pages, links and texts')
    .argument('<old>', 'the old domain')
    .option('--sitemap <file...>', 'its sitemap (default: those that its robots.txt names)')
    .option('--urls <file...>', 'more of its addresses or paths, one per line')
    .option('--out <file>', 'the file to write (default: OLD.baseline.jsonl)')
    .option('--json', 'print the result as JSON')
  addSiteOptions(command)
    .addHelpText('after', '\nA run that was stopped goes on when it is started again with the same file.')
    .action(async (name: string, options: RecordOptions) => {
      const { record } = await import('./record.ts')
      await record(name, options, context)
    })
}
