import type { Command } from '@commander-js/extra-typings'
import type { ReplyOf } from '../../core/http/contract.ts'
import { adminContract } from '../../services/admin/contract.ts'
import type { CliContext } from '../context.ts'
import { momentText } from '../terminal/moment.ts'
import { operatorClient } from './client.ts'
import { filling } from './fills.ts'
import { type OptionsOf, personOf, withCallOptions } from './options.ts'
import { decisionsIn, type KeyDecision, revokedIn, seenBy, withDecisions } from './seen.ts'

type StoreReply = ReplyOf<typeof adminContract, 'store'>

const fills = filling<typeof adminContract>()

const restoredCommand = (store: Command) =>
  withCallOptions(store.command('restored'))
    .description('show what to check after the store was restored; needs the scopes admin and approve')
    .addOption(fills.option('--by <name>', 'with --write: your name; asked for if not given', 'person'))
    .option('--write', 'revoke again what was revoked, and let acts go on: all of it was checked')

export function registerStore(command: Command, context: CliContext): void {
  const store = command.description('the store: after a restore')
  restoredCommand(store).action(options => restored(context, options))
}

/** The checks after a restore. The commands show what the store contains; the remotes' own pages show the rest. */
const CHECKS = {
  keys: 'what was revoked since the backup: kura key list; --write revokes again what this machine knows of',
  books:
    'deals and files since the backup: the accounting service itself, and kura settle for what is not certain',
  token: 'the accounting service must be authorized again: kura accounting authorize',
  domains: 'purchases since the backup: kura registrar orders, and the page of the registrar',
  chat: 'messages and private channels since the backup: the channels themselves',
  devices: 'enrolments since the backup: kura devices; each device reports itself again',
  console: 'every session and invitation is over; passkeys count again after kura console vouch --restored',
  nonces: 'wait ten minutes after the restore: a request that was signed before it could be sent again',
}

async function restored(context: CliContext, options: OptionsOf<typeof restoredCommand>): Promise<void> {
  const output = context.output(options)
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin', 'approve'] }, context)
  const [state, seen] = [await admin.store(), await seenBy(context, options)]
  // the first page has every decision about a key; a key that was permitted again is not revoked again
  const decisions = decisionsIn((await admin.keys({ query: {} })).keys)
  const known = revokedIn(withDecisions(await seen.read(), decisions))
  output.line(stateLine(state, context))
  output.table(Object.entries(CHECKS))
  output.line(
    known.length > 0
      ? `this machine knows as revoked: ${known.join(', ')}`
      : 'this machine knows of no revoked key',
  )
  if (!options.write) {
    output.result({ mode: 'dry-run', ...state, revoked: known })
    return output.line('nothing was changed; when all of it is checked: kura store restored --write')
  }
  const person = await personOf(context, options)
  const again: KeyDecision[] = []
  for (const keyid of known) again.push(await admin.changeRevocation({ body: { keyid } }))
  await seen.change(before => withDecisions(before, [...decisions, ...again]))
  const since = state.stopped?.since
  const reply = await admin.confirmStore({ body: { person, ...(since !== undefined && { since }) } })
  output.result({ mode: 'write', ...reply, revoked: known })
  for (const keyid of known) output.line(`revoked ${keyid}`)
  output.line('confirmed: acts go on')
}

function stateLine({ stopped, head }: StoreReply, { config }: CliContext): string {
  const { timezone } = config.locale()
  const last = head ? `entry ${head.seq}, ${momentText(head.at, timezone)}` : 'no entry'
  if (!stopped) return `acts go on; the last entry of the activity log: ${last}`
  const { since, seq, at } = stopped
  return `acts are stopped since ${momentText(since, timezone)}: the store lacks entry ${seq} of the activity log, ${momentText(at, timezone)}; its last one: ${last}`
}
