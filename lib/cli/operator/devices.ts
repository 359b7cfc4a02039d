/**
 * `kura devices`: each device with its installed and expected files and its last report; `--forget` removes a device.
 */

import type { Command } from '@commander-js/extra-typings'
import type { ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import { PINNED_NODE } from '../../device/program/node-build.ts'
import { adminContract } from '../../services/admin/contract.ts'
import { statesOf } from '../../services/distribution/states.ts'
import type { CliContext } from '../context.ts'
import { ageText } from '../terminal/moment.ts'
import { operatorClient } from './client.ts'
import { filling } from './fills.ts'
import { type CallOptions, withCallOptions } from './options.ts'

const fills = filling<typeof adminContract>()

type Device = ReplyOf<typeof adminContract, 'devices'>['devices'][number]

export function registerDevices(program: Command, context: CliContext): void {
  withCallOptions(program.command('devices'))
    .description('show what each device last reported from its disk, or forget one')
    .addOption(
      fills.option(
        '--forget <name>',
        'remove what a device reported, such as a PC that is out of use',
        'name',
      ),
    )
    .action(options =>
      options.forget === undefined ? showDevices(context, options) : forget(context, options.forget, options),
    )
}

/** The version of Node that a device brings itself. */
const PINNED = PINNED_NODE.version

const HEAD = ['device', 'release', 'installed', 'indexed', 'status', 'state', 'so since', 'last seen']

/** Shows the devices page by page as they arrive. */
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
  if (count === 0) output.line('no device has reported yet: kura enrol makes the folder that sets one up')
  for (const problem of problems) output.line(problem)
}

async function forget(context: CliContext, name: string, options: CallOptions): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const device = await admin.forgetDevice({ params: { name } })
  const output = context.output(options)
  output.result(device)
  output.line(`forgot ${name}, which was last seen ${ageText(device.at, context.now())}`)
  if (!device.revoked) {
    const revoke = `kura key revoke ${device.keyid}`
    output.note(`its key still works, and it appears again when it asks again; to shut it out: ${revoke}`)
  }
}

function rowOf(device: Device, now: number): string[] {
  return [
    device.name,
    device.version === undefined ? 'none' : String(device.version),
    `${device.installed} of ${device.expected}`,
    String(device.indexed),
    device.line,
    statesOf(device)
      .map(state => (state === 'incomplete' ? 'not whole' : state))
      .join(', '),
    ageText(device.since, now),
    ageText(device.at, now),
  ]
}

function problemsOf({ name, problems = [], waiting = [], node = PINNED }: Device): string[] {
  return [
    ...(node === PINNED ? [] : [`${name}: runs on Node ${node}, not ${PINNED}`]),
    ...waiting.map(({ path }) => `${name}: waiting: ${path} (open in another program)`),
    ...problems.map(problem => `${name}: ${problem}`),
  ]
}
