/** `kura devices`: who has what, expected against installed, and since when. */
import type { Command } from 'commander'
import { z } from 'zod'
import type { CliContext } from '../context.ts'
import { ageText } from '../terminal/moment.ts'
import { operatorCall, readReply } from './client.ts'
import { type CallOptions, withCallOptions } from './options.ts'

const deviceSchema = z.looseObject({
  name: z.string(),
  keyid: z.string(),
  version: z.number().optional(),
  expected: z.number(),
  installed: z.number(),
  indexed: z.number(),
  line: z.string(),
  since: z.string(),
  at: z.string(),
  whole: z.boolean(),
  behind: z.boolean(),
  silent: z.boolean(),
  problems: z.array(z.string()).optional(),
})
type Device = z.infer<typeof deviceSchema>
const devicesSchema = z.object({ devices: z.array(deviceSchema) })

export function registerDevices(program: Command, context: CliContext): void {
  withCallOptions(program.command('devices'))
    .description('what each device last reported from its disk')
    .action((options: CallOptions) => showDevices(context, options))
}

async function showDevices(context: CliContext, options: CallOptions): Promise<void> {
  const call = await operatorCall(context, { ...options, scopes: ['admin'] })
  const { devices } = readReply(devicesSchema, await call({ method: 'GET', path: '/api/admin/devices' }))
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
