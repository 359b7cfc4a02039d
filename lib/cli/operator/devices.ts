import type { Command } from '@commander-js/extra-typings'
import type { ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../core/phrase.ts'
import { readProblem } from '../../core/release/read-problem.ts'
import { PINNED_NODE } from '../../device/program/node-build.ts'
import { adminContract } from '../../services/admin/contract.ts'
import { actFor, filesOf, releaseOf } from '../../services/distribution/lists/rows.ts'
import { mainStateOf, statesOf } from '../../services/distribution/lists/states.ts'
import { LABELS, STATES } from '../../services/distribution/lists/words.ts'
import type { CliContext } from '../context.ts'
import { ageOf } from '../terminal/moment.ts'
import { operatorClient } from './client.ts'
import { filling } from './fills.ts'
import { type CallOptions, withCallOptions } from './options.ts'
import '../../services/device-words.ts'

const fills = filling<typeof adminContract>()

type Device = ReplyOf<typeof adminContract, 'devices'>['devices'][number]

export function registerDevices(command: Command, context: CliContext): void {
  withCallOptions(command)
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

const PINNED = PINNED_NODE.version

const { device, release, installed, indexed, status, state, since, seen } = LABELS
const HEAD = [device, release, installed, indexed, status, state, since, seen].map(label => phrase(label))

const DEVICES = catalogue('cli.devices', {
  none: {
    en: 'no device has reported yet: kura enrol makes the folder that sets one up',
    ja: 'まだ端末からの連絡がありません（端末の登録：kura enrol）',
  },
  node: {
    en: '{name}: runs on Node {node}, not {pinned}',
    ja: '{name}：実行環境が{node}です（標準は{pinned}）',
  },
  waiting: {
    en: '{name}: waiting: {path} (open in another program)',
    ja: '{name}：{path}はほかのプログラムで使用中です',
  },
  problem: { en: '{name}: {problem}', ja: '{name}：{problem}' },
  toDo: { en: '{name}: to do: {act}', ja: '{name}の対処：{act}' },
  states: { en: '{states}', ja: '{states}' },
  forgot: {
    en: 'forgot {name}, which was last seen {age}',
    ja: '{name}を一覧から外しました（最終連絡：{age}）',
  },
  revoke: {
    en: 'its key still works, and it appears again when it asks again; to shut it out: kura key revoke {keyid}',
    ja: '鍵は有効なままで、次に連絡したときに、また一覧に入ります。鍵を失効させる：kura key revoke {keyid}',
  },
})

async function showDevices(context: CliContext, options: CallOptions): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const output = context.output(options)
  const shown = output.list('devices', HEAD)
  const remarks: Phrase[] = []
  let count = 0
  for await (const { devices } of readPages(query => admin.devices({ query }))) {
    shown.add(
      devices,
      devices.map(device => rowOf(device, context.now())),
    )
    remarks.push(...devices.flatMap(remarksOf))
    count += devices.length
  }
  shown.end()
  if (count === 0) output.line(phrase(DEVICES.none))
  for (const remark of remarks) output.line(remark)
}

async function forget(context: CliContext, name: string, options: CallOptions): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const device = await admin.forgetDevice({ params: { name } })
  const output = context.output(options)
  output.result(device)
  output.line(phrase(DEVICES.forgot, { name, age: ageOf(device.at, context.now()) }))
  if (!device.revoked) output.note(phrase(DEVICES.revoke, { keyid: device.keyid }))
}

function rowOf(device: Device, now: number): Reason[] {
  return [
    device.name,
    releaseOf(device),
    filesOf(device),
    String(device.indexed),
    device.line,
    phrase(DEVICES.states, { states: statesOf(device).map(state => phrase(STATES[state])) }),
    ageOf(device.since, now),
    ageOf(device.at, now),
  ]
}

function remarksOf(device: Device): Phrase[] {
  const { name, problems = [], waiting = [], node = PINNED } = device
  const act = actFor(mainStateOf(device))
  return [
    ...(node === PINNED ? [] : [phrase(DEVICES.node, { name, node, pinned: PINNED })]),
    ...waiting.map(({ path }) => phrase(DEVICES.waiting, { name, path })),
    ...problems.flatMap(readProblem).map(problem => phrase(DEVICES.problem, { name, problem })),
    ...(act ? [phrase(DEVICES.toDo, { name, act })] : []),
  ]
}
