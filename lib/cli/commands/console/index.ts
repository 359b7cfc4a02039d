import type { Command } from '@commander-js/extra-typings'
import { type PeopleContract, peopleContract } from '../../../console/people/contract.ts'
import { AppError } from '../../../core/errors.ts'
import { shellWord } from '../../../core/language/open-item.ts'
import { isScope, type Scope } from '../../../core/signatures/keys.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import { filling } from '../../operator/fills.ts'
import { type CallOptions, type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { momentText } from '../../terminal/moment.ts'
import { type PeopleClient, passkeyNumbered, personNamed } from './people.ts'
import { vouch, vouchCommand } from './vouch.ts'

const fills = filling<PeopleContract>()

const ROLES = {
  accounting: 'accounting',
  経理: 'accounting',
  admin: 'admin',
  管理: 'admin',
  viewer: 'viewer',
  閲覧: 'viewer',
} as const

const inviteCommand = (console: Command) =>
  withCallOptions(console.command('invite'))
    .addArgument(fills.argument('<name>', 'the name of the person', 'name'))
    .description('make the link with which a person adds a passkey: 15 minutes, once')
    .addOption(fills.option('--role <role>', 'accounting, admin or viewer', 'role'))
    .addOption(fills.option('--scope <scopes>', 'in place of a role: comma-separated scopes', 'scopes'))

const revokeCommand = (console: Command) =>
  withCallOptions(console.command('revoke'))
    .addArgument(fills.argument('<name>', 'the name of the person', 'name'))
    .description('end the access of a person at once: passkeys and sessions')
    .option('--passkey <number>', 'only the passkey with this number, such as that of a lost phone')

export function registerConsole(command: Command, context: CliContext): void {
  const console = command.description('who may use the console')
  inviteCommand(console).action((name, options) => invite(name, options, context))
  vouchCommand(console).action((name, options) => vouch(name, options, context))
  withCallOptions(console.command('list'))
    .description('list the people, their passkeys and their sessions')
    .action(options => list(options, context))
  revokeCommand(console).action((name, options) => revoke(name, options, context))
}

function clientOf(options: CallOptions, context: CliContext): Promise<PeopleClient> {
  return operatorClient(peopleContract, { ...options, scopes: ['admin'] }, context)
}

async function invite(
  name: string,
  options: OptionsOf<typeof inviteCommand>,
  context: CliContext,
): Promise<void> {
  const { role, scope } = options
  if ((role === undefined) === (scope === undefined))
    throw new AppError('usage', `Cannot invite "${name}": expected either --role or --scope`)
  const client = await operatorClient(
    peopleContract,
    { ...options, scopes: ['admin', ...scopesIn(scope)] },
    context,
  )
  const body = role === undefined ? { name, scopes: scopesIn(scope) } : { name, role: readRole(role) }
  const reply = await client.invite({ body })
  const output = context.output(options)
  output.result(reply)
  output.line(
    `link for ${reply.name}, until ${momentText(reply.until, context.config.locale().timezone)}, once:`,
  )
  output.line(reply.url)
  if (!options.json) {
    const { default: qrcode } = await import('qrcode')
    for (const line of (await qrcode.toString(reply.url, { type: 'utf8' })).trimEnd().split('\n'))
      output.line(line)
  }
  output.line(`next: ${reply.name} reads you a number; then kura console vouch ${shellWord(reply.name)}`)
}

function scopesIn(text = ''): Scope[] {
  return text.split(',').flatMap(word => {
    const scope = word.trim()
    if (scope === '') return []
    if (isScope(scope)) return scope
    throw new AppError('usage', `Cannot give the scope "${scope}": there is no such scope`)
  })
}

function readRole(text: string) {
  if (Object.hasOwn(ROLES, text)) return ROLES[text as keyof typeof ROLES]
  throw new AppError('usage', `Cannot give the role "${text}"`, {
    hint: 'the roles are accounting (経理), admin (管理) and viewer (閲覧)',
  })
}

async function list(options: CallOptions, context: CliContext): Promise<void> {
  const { people, refused } = await (await clientOf(options, context)).people()
  const output = context.output(options)
  const { timezone } = context.config.locale()
  output.result({ people, refused })
  for (const { record, name = record } of refused)
    output.note(`kura did not write the record of ${name}: it is no person (kura doctor)`)
  if (people.length === 0) return output.line('no people yet: kura console invite NAME --role admin')
  for (const { name, role, scopes, ended, passkeys, sessions } of people) {
    const may = ended === undefined ? (role ?? scopes.join(', ')) : `left ${momentText(ended, timezone)}`
    output.line(`${name}: ${may || 'nothing yet'}`)
    output.table([
      ...passkeys.map(({ number, state, fault, from, added, invitedBy, vouchedBy }) => [
        `  passkey ${number}`,
        from !== undefined ? `counts from ${momentText(from, timezone)}` : (fault ?? state),
        `added ${momentText(added, timezone)}, invited by ${invitedBy}`,
        vouchedBy.length > 0 ? `vouched by ${vouchedBy.join(', ')}` : '',
      ]),
      ...sessions.map(({ since, until }) => [
        '  session',
        '',
        `since ${momentText(since, timezone)}`,
        `until ${momentText(until, timezone)}`,
      ]),
    ])
  }
}

async function revoke(
  name: string,
  options: OptionsOf<typeof revokeCommand>,
  context: CliContext,
): Promise<void> {
  const client = await clientOf(options, context)
  const credential =
    options.passkey === undefined
      ? undefined
      : passkeyNumbered(options.passkey, personNamed(name, await client.people())).credential
  const reply = await client.revoke({ body: { name, ...(credential !== undefined && { credential }) } })
  const output = context.output(options)
  output.result(reply)
  const what = reply.ended === 'person' ? 'every passkey and session' : 'the passkey and its sessions'
  output.line(`revoked ${what} of ${name}`)
}
