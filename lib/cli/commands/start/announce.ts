import { core } from '../../../app/core.ts'
import { makeInvitation, ROLES } from '../../../console/invitations.ts'
import { changePerson, dismiss, personKey } from '../../../console/people/people.ts'
import type { CliContext } from '../../context.ts'
import { DEVELOPMENT } from '../../development.ts'
import type { Output } from '../../terminal/output.ts'
import type { PracticeEnvironment } from './environment.ts'

interface LiveRemotes {
  /** Whether the remotes are those of the settings, instead of sandboxes. */
  readonly liveRemotes?: true | undefined
}

const MOST_NAMES = 3

/** Shows which settings of the environment `npm start` does not use in its practice world (`environment.ts`). */
export function showUnused(
  { unused, hasRemotes }: PracticeEnvironment,
  { liveRemotes }: LiveRemotes,
  output: Output,
): void {
  if (unused.length === 0) return
  const more = unused.length > MOST_NAMES ? ` and ${unused.length - MOST_NAMES} more` : ''
  output.line(`settings   not for the local host: ${unused.slice(0, MOST_NAMES).join(', ')}${more}`)
  if (hasRemotes && !liveRemotes)
    output.line('remotes    sandboxes; npm start -- --live-remotes uses those of your settings')
}

interface ConsoleLink {
  readonly url: string
  readonly once: boolean
}

/**
 * Returns the link that signs in to the console on this machine, once. With live remotes, returns only the address,
 * because any reader of this terminal could act in the company's name.
 */
export async function consoleLink({ liveRemotes }: LiveRemotes, context: CliContext): Promise<ConsoleLink> {
  const url = context.config.url()
  if (liveRemotes) {
    // with live remotes, an earlier session or link of `npm start` must not act
    await changePerson(personKey('operator'), dismiss('operator'), core().store())
    return { url: `${url}/console`, once: false }
  }
  const person = { name: 'operator', scopes: [...ROLES.admin], by: 'npm start', here: true as const }
  const { token } = await makeInvitation(person, core().store())
  return { url: `${url}/console/sign-in#${token}`, once: true }
}

/** Shows the link, at the beginning and at the end of the start, so that a person finds it. */
export function showLink({ url, once }: ConsoleLink, output: Output): void {
  output.line(
    once ? 'console    this link signs you in on this machine, once:' : 'console    sign in with a passkey:',
  )
  output.line(url)
}

/** If the other terminal has settings for another host, the commands contain the option with the key of this host. */
export function showNextCommands(
  { url, commands }: { readonly url: string; readonly commands: readonly string[] },
  { given, env, output: outputOf }: CliContext,
): void {
  const { KURA_URL, KURA_SECRETS } = given ?? env
  const key = KURA_URL || KURA_SECRETS ? ` --key ${DEVELOPMENT.operator}` : ''
  const output = outputOf({})
  output.line()
  output.line('try in another terminal:')
  for (const line of ['kura today', 'kura accounting list companies', ...commands])
    output.command(`  ${line}${key}`)
  output.line(`agents     ${DEVELOPMENT.mcp} has the configuration for the program of an agent`)
  output.line()
  output.line(`serving on ${url}; stop it with Ctrl-C`)
}
