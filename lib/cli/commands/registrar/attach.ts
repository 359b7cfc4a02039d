import type { Command } from '@commander-js/extra-typings'
import type { RegistrarContract, RegistrarReply } from '../../../services/registrar/contract.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { Output } from '../../terminal/output.ts'
import { waitUntil } from '../../terminal/wait-until.ts'
import { readDomainArgument, registrarClient } from './client.ts'

const fills = filling<RegistrarContract>()

type Attachment = RegistrarReply<'attachment'>
type AttachmentPlan = Extract<RegistrarReply<'attach'>, { mode: 'dry-run' }>

/** The polling ends after five minutes. A certificate takes tens of seconds. */
const POLLS = { times: 60, every: 5_000 }

const attachCommand = (registrar: Command) =>
  withCallOptions(
    registrar
      .command('attach')
      .addArgument(
        fills.argument('<domain>', 'such as example.com', 'domain', 'name').argParser(readDomainArgument),
      )
      .description('attach a registered domain and its www to a project; nothing changes without --write')
      .addOption(
        fills.option('--project <project>', 'the project, by id or name', 'project').makeOptionMandatory(),
      )
      .option('--write', 'attach them; without it nothing is changed')
      .option('--no-wait', 'do not wait until https answers'),
  )

type AttachOptions = OptionsOf<typeof attachCommand>

export function registerRegistrarAttach(registrar: Command, context: CliContext): void {
  attachCommand(registrar).action((domain, options) => attach(domain, options, context))
}

async function attach(domain: string, options: AttachOptions, context: CliContext): Promise<void> {
  const { project, write } = options
  const client = await registrarClient(options, context)
  const output = context.output(options)
  const first = await client.attach({
    params: { project },
    body: { name: domain },
    mode: write ? 'write' : 'dry-run',
  })
  if ('steps' in first) return showPlan(first, output)
  const last = first.ready || !options.wait ? first : await waitForHttps(domain, options, context)
  output.result(last)
  output.table(last.names.map(nameRow), ['name', 'attached', 'redirects to', 'https'])
  if (!last.configured) output.line('DNS does not point at the host yet')
  output.line(
    last.ready
      ? 'ready: the apex answers over https, and www redirects to it'
      : 'not ready yet: run the same command again later',
  )
  if (!last.ready) context.exit(EXIT.failed)
}

async function waitForHttps(
  domain: string,
  options: AttachOptions,
  context: CliContext,
): Promise<Attachment> {
  const client = await registrarClient(options, context)
  context.output(options).note('waiting until the apex answers over https and www redirects to it')
  return waitUntil({
    read: () => client.attachment({ params: { project: options.project, domain } }),
    done: ({ ready }) => ready,
    signal: context.signal,
    ...POLLS,
  })
}

function showPlan(plan: AttachmentPlan, output: Output): void {
  output.result(plan)
  const left = plan.steps.length > 0
  output.line(left ? 'dry run: nothing was changed; with --write kura would' : 'nothing is left to do')
  for (const step of plan.steps) output.line(`  ${step}`)
}

function nameRow(shown: Attachment['names'][number]): string[] {
  const { name, attached, redirect, redirectStatusCode, https } = shown
  const answer = https ? [https.status, https.location].filter(Boolean).join(' ') : 'no answer'
  return [name, attached ? 'yes' : 'no', redirect ? `${redirect} (${redirectStatusCode})` : '', answer]
}
