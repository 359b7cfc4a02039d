/** `kura devices`: who has what, expected against installed, and since when. */
import type { Command } from 'commander'
import { adminContract } from '../../admin/contract.ts'
import type { ReplyOf } from '../../http/contract.ts'
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

async function showDevices(context: CliContext, options: CallOptions): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const { devices } = await admin.devices()
  const output = context.output(options)
  output.result({ devices })
  if (devices.length === 0) {
    output.line('no device has reported yet')
    return
  }
  const rows = devices.map(device => [
    device.name,
    device.version === undefined ? 'none' : String(device.version),
    `${device.installed} of ${device.expected}`,
    String(device.indexed),
    device.line,
    stateOf(device),
    ageText(device.since, context.now()),
    ageText(device.at, context.now()),
  ])
  output.table(rows, [
    'device',
    'release',
    'installed',
    'indexed',
    'status',
    'state',
    'so since',
    'last seen',
  ])
  for (const { name, problems = [] } of devices)
    for (const problem of problems) output.line(`${name}: ${problem}`)
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
