import type { Command } from '@commander-js/extra-typings'
import { peopleContract } from '../../../console/people/contract.ts'
import { AppError } from '../../../core/errors.ts'
import { confirmationNumber, deploymentOf, vouchText } from '../../../core/passkey/vouching.ts'
import { signEnvelope } from '../../../core/release/envelope.ts'
import { readChain } from '../../../publishing/keys/roots.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import { confirms, showToPerson } from '../../operator/decision.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { momentText } from '../../terminal/moment.ts'
import { publisherFolders } from '../publish/release-dir.ts'
import { openSigner, type Signer } from '../publish/release-keys.ts'
import { type ListedPerson, type PeopleClient, passkeyNumbered, personNamed } from './people.ts'

export const vouchCommand = (console: Command) =>
  withCallOptions(console.command('vouch'))
    .argument('[name]', 'the name of the person')
    .description("vouch for a new passkey with the publisher's key")
    .option('--number <number>', 'what the person reads from their screen; asked for if not given')
    .option(
      '--restored',
      'after the store was restored: confirm the list of the passkeys that counted before',
    )
    .option('--yes', 'with --restored: do not ask')
    .option('--release <dir>', 'the release folder (default: KURA_RELEASE_DIR, or the one of this project)')
    .option('--keys <dir>', 'the folder of the release keys (default: ~/.config/kura/keys)')
    .option(
      '--development',
      'with the development key that npm start made; found by itself if the passkey is of its host',
    )

type VouchOptions = OptionsOf<typeof vouchCommand>

interface About {
  readonly person: ListedPerson
  readonly passkey: ListedPerson['passkeys'][number]
}

export async function vouch(
  name: string | undefined,
  options: VouchOptions,
  context: CliContext,
): Promise<void> {
  if ((name === undefined) !== (options.restored === true))
    throw new AppError('usage', 'Cannot vouch: expected either a name or --restored')
  const client = await operatorClient(peopleContract, { ...options, scopes: ['admin'] }, context)
  const reply = await client.people()
  const chosen =
    name === undefined
      ? await chooseRestored(reply.people, options, context)
      : [await chooseOne(personNamed(name, reply), options, context)]
  const output = context.output(options)
  const signer = chosen[0] && (await openSigner(context, await foldersFor(chosen[0], options, context)))
  const results = []
  for (const about of chosen) results.push(await send(about, { client, signer: signer as Signer }, context))
  output.result({ vouched: results })
  for (const { name, state } of results) output.line(`vouched for the passkey of ${name}: it ${state}`)
  if (results.length === 0) output.line('nothing was confirmed')
}

async function chooseOne(person: ListedPerson, options: VouchOptions, context: CliContext): Promise<About> {
  if (!person.passkeys.some(({ state }) => state === 'waits'))
    throw new AppError('not_found', `Cannot vouch for "${person.name}": no passkey waits for it`, {
      hint: 'kura console invite makes the link with which a person adds one',
    })
  const number = options.number ?? (await context.ask(`the number on the screen of ${person.name}: `))
  return { person, passkey: passkeyNumbered(number, person) }
}

/** Returns the passkeys that counted before a restore; none if the person at the terminal does not agree. */
async function chooseRestored(
  people: readonly ListedPerson[],
  options: VouchOptions,
  context: CliContext,
): Promise<About[]> {
  const waiting = people.flatMap(person =>
    person.passkeys
      .filter(({ state, vouchedBy }) => state === 'waits' && vouchedBy.length > 0)
      .map(passkey => ({ person, passkey })),
  )
  const { timezone } = context.config.locale()
  const rows = waiting.map(({ person, passkey }) => [
    person.name,
    passkey.number,
    passkey.scopes.join(', '),
    `added ${momentText(passkey.added, timezone)}`,
    `vouched by ${passkey.vouchedBy.join(', ')}`,
  ])
  showToPerson('these passkeys counted before the restore:', rows, context.output(options))
  if (waiting.length === 0 || options.yes) return waiting
  return (await confirms('does each of them still belong to a colleague?', context)) ? waiting : []
}

/** Without options, chooses the local host's folders if the passkey's number fits the root of the local host. */
async function foldersFor(about: About, options: VouchOptions, context: CliContext): Promise<VouchOptions> {
  if (options.release !== undefined || options.keys !== undefined) return options
  const local = { ...options, development: true as const }
  const chain = await readChain(publisherFolders(context, local).releaseDir).catch(() => [])
  return chain.length > 0 && aboutOf(about, chain).number === about.passkey.number ? local : options
}

/** Returns what a vouch says of the passkey, and the passkey's number at the deployment with this chain of roots. */
function aboutOf({ person, passkey }: About, chain: Signer['chain']) {
  const deployment = deploymentOf(chain.map(({ envelope }) => envelope)) ?? ''
  const { credential, publicKey, salt, scopes } = passkey
  const about = { person: person.name, scopes: [...scopes], credential, publicKey, salt }
  return { deployment, about, number: confirmationNumber(about, { deployment }) }
}

/** Sends the vouch. kura computes the number from the passkey again, and refuses a host that names another number. */
async function send(
  { person, passkey }: About,
  { client, signer: { chain, keys } }: { client: PeopleClient; signer: Signer },
  context: CliContext,
) {
  const { deployment, about, number } = aboutOf({ person, passkey }, chain)
  if (number !== passkey.number)
    throw new AppError('conflict', `Cannot vouch for "${person.name}": the host names another number`, {
      hint: 'the release folder may be that of another deployment: --release names one',
    })
  const vouch = { ...about, number }
  const text = vouchText({ v: 1, at: new Date(context.now()).toISOString(), vouch, deployment })
  const privateKeys = keys.map(({ privateKey }) => privateKey)
  return client.vouch({ body: { envelope: signEnvelope('vouch', text, privateKeys) } })
}
