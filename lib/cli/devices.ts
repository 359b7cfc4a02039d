/** `kura devices`: who has what, expected against installed, and since when. */
import type { Command } from 'commander'
import { z } from 'zod'
import type { CliContext } from './context.ts'
import { ageText } from './moment.ts'
import { type OperatorOptions, operatorCall } from './operator.ts'

interface DevicesOptions extends OperatorOptions {
  json?: true
}

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
})
const devicesSchema = z.object({ devices: z.array(deviceSchema) })

export function registerDevices(program: Command, context: CliContext): void {
  program
    .command('devices')
    .description('what each device last reported from its disk')
    .option('--key <file>', 'the operator key to act with')
    .option('--local', 'act in this process, with the settings of this machine')
    .option('--json', 'print the result as JSON')
    .action((options: DevicesOptions) => showDevices(context, options))
}

async function showDevices(context: CliContext, options: DevicesOptions): Promise<void> {
  const call = await operatorCall(context, { ...options, scopes: ['admin'] })
  const { devices } = devicesSchema.parse(await call({ method: 'GET', path: '/api/admin/devices' }))
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
    ageText(device.since, context.now()),
    ageText(device.at, context.now()),
  ])
  output.table(rows, ['device', 'release', 'installed', 'indexed', 'status', 'so since', 'last seen'])
}
