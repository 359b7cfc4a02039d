/** `kura registrar attach`: apex and www to a project, www to apex, until https answers on both. */
import type { Command } from 'commander'
import { readDomain } from '../../registrar/domain-name.ts'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import { type CallOptions, withCallOptions } from '../operator/options.ts'
import type { Output } from '../terminal/output.ts'
import { waitUntil } from '../terminal/wait-until.ts'
import {
  type AttachedNameAnswer,
  type AttachmentAnswer,
  type AttachPlanAnswer,
  attachmentAnswer,
  attachPlanAnswer,
} from './answers.ts'
import { pathOf, registrarCall } from './call.ts'

interface AttachOptions extends CallOptions {
  readonly project: string
  readonly write?: true
  /** False with `--no-wait`. */
  readonly wait: boolean
}

/** Certificates take tens of seconds; five minutes are more than enough. */
const LOOKS = { times: 60, every: 5_000 }

export function registerRegistrarAttach(registrar: Command, context: CliContext): void {
  const command = registrar
    .command('attach')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('attach a registered domain and its www to a project; nothing changes without --write')
    .requiredOption('--project <project>', 'id or name')
    .option('--write', 'do it')
    .option('--no-wait', 'do not wait until https answers')
  withCallOptions(command).action((domain: string, options: AttachOptions) =>
    attach(context, domain, options),
  )
}

async function attach(context: CliContext, domain: string, options: AttachOptions): Promise<void> {
  const call = await registrarCall(context, options)
  const output = context.output(options)
  const path = pathOf('projects', options.project, 'domains')
  const json = { name: domain }
  const send = (query: Record<string, string>) => call({ method: 'POST', path, query, json })
  if (!options.write) return showPlan(output, readReply(attachPlanAnswer, await send({})))
  const first = readReply(attachmentAnswer, await send({ mode: 'write' }))
  const last = first.ready || !options.wait ? first : await waitForHttps(context, { domain, options, output })
  output.result(last)
  output.table(last.names.map(nameRow), ['name', 'attached', 'redirects to', 'https'])
  if (!last.configured) output.line('DNS does not point at the host yet')
  output.line(last.ready ? 'ready: https answers on both' : 'not ready yet: run the same command again later')
  if (!last.ready) context.exit(1)
}

async function waitForHttps(
  context: CliContext,
  { domain, options, output }: { domain: string; options: AttachOptions; output: Output },
): Promise<AttachmentAnswer> {
  const call = await registrarCall(context, options)
  const path = pathOf('projects', options.project, 'domains', domain)
  output.note('waiting until https answers on both')
  return waitUntil({
    look: async () => readReply(attachmentAnswer, await call({ method: 'GET', path })),
    done: ({ ready }) => ready,
    signal: context.signal,
    ...LOOKS,
  })
}

function showPlan(output: Output, plan: AttachPlanAnswer): void {
  output.result(plan)
  const left = plan.steps.length > 0
  output.line(left ? 'dry run: nothing was changed; with --write kura would' : 'nothing is left to do')
  for (const step of plan.steps) output.line(`  ${step}`)
}

function nameRow({ name, attached, redirect, redirectStatusCode, https }: AttachedNameAnswer): string[] {
  const answer = https ? [https.status, https.location].filter(Boolean).join(' ') : 'no answer'
  return [name, attached ? 'yes' : 'no', redirect ? `${redirect} (${redirectStatusCode})` : '', answer]
}
