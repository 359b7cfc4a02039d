/** The work of each command is in a file of its own, so that a run loads only that file. */
import type { Command } from '@commander-js/extra-typings'
import { addSiteOptions } from './network-options.ts'

export const rulesCommand = (move: Command) =>
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

export const lintCommand = (move: Command) =>
  move
    .command('lint')
    .description('compile the rules as the host does, and show which rule each address meets')
    .argument('<file>', 'the hosting configuration: vercel.json')
    .option('--paths <file>', 'addresses or paths to try, one per line, or a saved sitemap')
    .option('--from <old...>', 'the old domain, from which the rules of the move redirect')
    .option('--to <new>', 'the new domain, to which the rules of the move redirect')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit status: 0 if nothing is wrong, 1 if something is.')

export const recordCommand = (move: Command) =>
  addSiteOptions(
    move
      .command('record')
      .description('take a baseline of the old site before the move: its pages, links and texts')
      .argument('<old>', 'the old domain')
      .option('--sitemap <file...>', 'its sitemap (default: those that its robots.txt names)')
      .option('--urls <file...>', 'more of its addresses or paths, one per line')
      .option('--out <file>', 'the file to write (default: OLD.baseline.jsonl)')
      .option('--json', 'print the result as JSON'),
  ).addHelpText('after', '\nA run that was stopped continues when it is started again with the same file.')

export const acceptCommand = (move: Command) =>
  move
    .command('accept')
    .description('accept findings of a report: the next check counts them as accepted, and does not fail')
    .argument('<cause>', 'the cause as the report names it, such as oldDomain')
    .requiredOption('--report <file>', 'the report of the check')
    .requiredOption('--reason <text>', 'why the findings are no fault')
    .option('--rule <rule>', 'only the findings with this redirect rule, as the report names it')
    .option('--folder <folder>', 'only the findings in this folder, as the report names it')
    .option('--url <url>', 'only the findings of this address')
    .option('--accepted <file>', 'the file of accepted findings (default: beside the report)')
    .option('--by <name>', 'your name; asked for if not given')
    .option('--json', 'print the result as JSON')
