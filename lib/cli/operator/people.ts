import type { Command } from '@commander-js/extra-typings'
import { type PeopleContract, peopleContract } from '../../console/people/contract.ts'
import { foldCaseName } from '../../core/claims/case-name.ts'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../core/http/client.ts'
import type { ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import { deviceNameOf, parseKeyid } from '../../core/signatures/keys.ts'
import { adminContract } from '../../services/admin/contract.ts'
import type { CliContext } from '../context.ts'
import { momentText, textInZone } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { operatorClient } from './client.ts'
import { confirms, showToPerson } from './decision.ts'
import { findOperatorKey } from './key-file.ts'
import { type OptionsOf, withCallOptions } from './options.ts'
import { type SeenFile, seenBy, withDecisions } from './seen.ts'

type Admin = Client<typeof adminContract>
type Key = ReplyOf<typeof adminContract, 'keys'>['keys'][number]
type ListedPerson = ReplyOf<PeopleContract, 'people'>['people'][number]

const removeCommand = (people: Command) =>
  withCallOptions(people.command('remove'))
    .argument('<name>', 'as in the keys: mei stands for mei, mei-2 and the device mei-laptop')
    .description('a colleague leaves: revoke every key and device with the name, after one question')
    .option('--keep <names>', 'comma-separated names that begin alike and stay, such as mei-chan')
    .option('--yes', 'do not ask')

type RemoveOptions = OptionsOf<typeof removeCommand>

export function registerPeople(command: Command, context: CliContext): void {
  const people = command.description('a colleague leaves: revoke everything at once')
  removeCommand(people).action((name, options) => remove(context, name, options))
}

const LEFT = {
  'host, database, repository': 'remove the account of the person, and change shared passwords',
  'accounting, chat, registrar': 'the same there',
  '.env, KURA_SECRETS': 'who has had them can make keys: replace them (docs/keys.md)',
  'a key that signs releases': 'kura root rotate --key ID, then kura publish',
  'files on the devices': 'they stay there: take the devices back',
  'a key that was never used': 'only the machine that made it knows it: kura key revoke KEYID',
}

async function remove(context: CliContext, name: string, options: RemoveOptions): Promise<void> {
  const output = context.output(options)
  const isTheirs = ownerTest(name, options.keep)
  const caller = options.local ? 'local:admin:1' : (await findOperatorKey(context, options.key)).key.keyid
  if (isTheirs(caller)) throw ownKey(name)
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const seenFile = await seenBy(context, options)
  const known = await knownKeys(admin, seenFile)
  const keys = known.filter(({ keyid }) => isTheirs(keyid))
  const console = await operatorClient(peopleContract, { ...options, scopes: ['admin'] }, context)
  const listed = (await console.people()).people
  const people = listed.filter(person => isTheirs(keyName(person.name)))
  if (keys.length === 0 && people.length === 0) throw unknownName(name)
  showKeys(keys, context, output)
  showPeople(people, output)
  const open = keys.filter(isOpen)
  if (open.some(mayApprove) && !known.some(key => mayApprove(key) && isOpen(key) && !keys.includes(key)))
    output.note('no other key in the list may approve: kura key issue makes one, with --scope approve')
  const present = namesOfPresent(people)
  const isAll = open.length === 0 && present.length === 0
  if (!isAll && !options.yes && !(await confirms(questionOf(open, present), context))) {
    output.result({ name, keys, revoked: [], people: [] })
    return output.line('nothing was revoked')
  }
  await revokeAll(open, { admin, seenFile, output })
  for (const person of present) {
    await console.revoke({ body: { name: person } })
    output.line(`revoked the passkeys and sessions of ${person}`)
  }
  const others = namesOfPresent(listed.filter(person => !people.includes(person)))
  output.result({ name, keys, revoked: open.map(({ keyid }) => keyid), people: present, others })
  output.line(isAll ? 'all was revoked before' : 'every instance refuses them within a minute')
  output.line('this is left to do:')
  output.table(Object.entries({ ...LEFT, ...(others.length > 0 && leftOnConsole(others)) }))
}

function namesOfPresent(people: readonly ListedPerson[]): string[] {
  return people.filter(({ ended }) => ended === undefined).map(({ name }) => name)
}

/** Warns of other names, because a person may be `花子` on the console and `hanako` in the keys. */
function leftOnConsole(others: readonly string[]) {
  return {
    'the console, under another name': `${others.join(', ')} can still sign in: kura console revoke NAME ends it`,
  }
}

/** Returns a test for keyids that belong to `name` (named `name` or `name-…`) and to no name in `keep`. */
function ownerTest(name: string, keep = ''): (keyid: string) => boolean {
  const others = keep.split(',').map(other => other.trim())
  const isOf = (owner: string, part: string) => owner === part || owner.startsWith(`${part}-`)
  return keyid => {
    const owner = deviceNameOf(keyid.split(':', 1)[0] ?? '')
    return isOf(owner, name) && !others.some(other => isOf(owner, other))
  }
}

/** Returns the keys that the host lists, and the keys that this machine has made and that were never used. */
async function knownKeys(admin: Admin, seenFile: SeenFile): Promise<Key[]> {
  const keys: Key[] = []
  for await (const page of readPages(query => admin.keys({ query }))) keys.push(...page.keys)
  const listed = new Set(keys.map(({ keyid }) => keyid))
  const { made = [] } = await seenFile.read()
  return [...keys, ...made.filter(keyid => !listed.has(keyid)).map(keyid => ({ keyid }))]
}

function isOpen({ revoked }: Key): boolean {
  return revoked === undefined
}

function scopesOf({ keyid }: Key): readonly string[] {
  return parseKeyid(keyid)?.scopes ?? []
}

function mayApprove(key: Key): boolean {
  return scopesOf(key).includes('approve')
}

function showKeys(keys: readonly Key[], { config }: CliContext, output: Output): void {
  const { timezone } = config.locale()
  const rows = keys.map(key => [
    key.keyid.split(':', 1)[0] ?? '',
    scopesOf(key).join(', '),
    key.seen ? `seen ${momentText(key.seen, timezone)}` : 'never seen',
    key.revoked === undefined ? 'valid' : `revoked ${textInZone(key.revoked, timezone)}`,
  ])
  showToPerson('the keys and devices with this name, and what each may do:', rows, output)
}

/** Returns the name in the form that names of keys have: `mei-tanaka`. */
function keyName(name: string): string {
  return foldCaseName(name).replaceAll(' ', '-')
}

function showPeople(people: readonly ListedPerson[], output: Output): void {
  if (people.length === 0) return
  const rows = people.map(({ name, passkeys, sessions, ended }) => [
    name,
    ended === undefined ? `${passkeys.length} passkeys, ${sessions.length} sessions` : 'has left',
  ])
  showToPerson('on the console:', rows, output)
}

function questionOf(open: readonly Key[], people: readonly string[]): string {
  const keys = open.length === 1 ? 'this key' : `these ${open.length} keys`
  const access = people.length > 0 ? `the access of ${people.join(', ')} to the console` : ''
  return `revoke ${[open.length > 0 ? keys : '', access].filter(Boolean).join(' and ')}?`
}

/** Revokes the keys one by one. If a call fails, a remark says how many keys are revoked already. */
async function revokeAll(
  open: readonly Key[],
  { admin, seenFile, output }: { admin: Admin; seenFile: SeenFile; output: Output },
): Promise<void> {
  for (const [done, { keyid }] of open.entries()) {
    const reply = await admin.changeRevocation({ body: { keyid } }).catch((error: unknown) => {
      output.note(`${done} of ${open.length} keys are revoked: run this command again to revoke the rest`)
      throw error
    })
    await seenFile.change(seen => withDecisions(seen, [reply]))
    output.line(`revoked ${keyid}`)
  }
}

function ownKey(name: string): AppError {
  return new AppError('usage', `Cannot remove "${name}": this command is signed with a key of that name`, {
    hint: "sign with another person's key: --key FILE",
  })
}

function unknownName(name: string): AppError {
  return new AppError('not_found', `Cannot remove "${name}": no key and no device has this name`, {
    hint: 'kura key list and kura console list show the names; a key that was never used is known where it was made',
  })
}
