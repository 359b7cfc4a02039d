/** `kura devices`: who has what, expected against installed, and since when. */
import type { Command } from 'commander'
import { adminContract } from '../../admin/contract.ts'
import type { ReplyOf } from '../../http/contract.ts'
import { readPages } from '../../http/pages.ts'
import type { CliContext } from '../context.ts'
import { ageText } from '../terminal/moment.ts'
import { operatorClient } from './client.ts'
import { type CallOptions, withCallOptions } from './options.ts'

type Device = ReplyOf<typeof adminContract, 'devices'>['devices'][number]

export function registerDevices(program: Command, context: CliContext): void {
  withCallOptions(program.command('devices'))
    .description('what each device last reported from its disk')
    .action((options: CallOptions) => showDevices(context, options))
}

const HEAD = ['device', 'release', 'installed', 'indexed', 'status', 'state', 'so since', 'last seen']

/** Each page is shown as it arrives. */
async function showDevices(context: CliContext, options: CallOptions): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const output = context.output(options)
  const shown = output.list('devices', HEAD)
  const problems: string[] = []
  let count = 0
  for await (const { devices } of readPages(query => admin.devices({ query }))) {
    shown.add(
      devices,
      devices.map(device => rowOf(device, context.now())),
    )
    problems.push(...devices.flatMap(problemsOf))
    count += devices.length
  }
  shown.end()
  if (count === 0) output.line('no device has reported yet')
  for (const problem of problems) output.line(problem)
}

function rowOf(device: Device, now: number): string[] {
  return [
    device.name,
    device.version === undefined ? 'none' : String(device.version),
    `${device.installed} of ${device.expected}`,
    String(device.indexed),
    device.line,
    stateOf(device),
    ageText(device.since, now),
    ageText(device.at, now),
  ]
}

function problemsOf({ name, problems = [] }: Device): string[] {
  return problems.map(problem => `${name}: ${problem}`)
}

/** What an operator must know beyond the counts. */
function stateOf({ whole, behind, silent }: Device): string {
  const words = [
    ...(silent ? ['silent'] : []),
    ...(behind ? ['behind'] : []),
    ...(whole ? [] : ['not whole']),
  ]
  return words.join(', ') || 'whole'
}
