import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { missing } from '../../core/config/environment.ts'
import { AppError } from '../../core/errors.ts'
import { readPages } from '../../core/http/pages.ts'
import { AGENT_SCOPES, isScope, SCOPES, type Scope } from '../../core/signatures/keys.ts'
import { webhookKey } from '../../core/signatures/webhook.ts'
import { adminContract } from '../../services/admin/contract.ts'
import type { CliContext } from '../context.ts'
import { momentText, textInZone } from '../terminal/moment.ts'
import { writePrivateFile } from '../terminal/private-file.ts'
import { operatorClient } from './client.ts'
import { filling } from './fills.ts'
import { deriveKey, usualKeyFile } from './key-file.ts'
import { registerLock } from './lock.ts'
import { type CallOptions, type OptionsOf, withCallOptions } from './options.ts'
import { decisionsIn, seenBy, seenOf, withDecisions, withMade } from './seen.ts'

const fills = filling<typeof adminContract>()

const issueCommand = (key: Command, context: CliContext) =>
  key
    .command('issue')
    .argument('<name>', 'lower-case letters, digits and "-"')
    .description('derive a key and write its file; needs KURA_SECRETS and KURA_URL')
    .requiredOption(
      '--scope <scopes>',
      `comma-separated: ${SCOPES.join(', ')}; or agent, for a key that only reads and proposes`,
    )
    .option('--out <file>', 'the key file', usualKeyFile(context))
    .option('--url <url>', 'the deployment that the key is for (default: KURA_URL)')
    .option('--force', 'replace an existing key file')
    .option('--json', 'print only the result, as JSON: the keyid and the file, never the secret')

const webhookCommand = (key: Command) =>
  key
    .command('webhook')
    .description('derive the key that notices for KURA_NOTICES_WEBHOOK are signed with, and write its file')
    .requiredOption('--out <file>', 'the key file')
    .option('--force', 'replace an existing key file')
    .option('--json', 'print only the result, as JSON: the keyid and the file, never the secret')

const revokeCommand = (key: Command) =>
  withCallOptions(key.command('revoke'))
    .addArgument(
      fills.argument('<keyid>', 'the keyid as in `kura key list`, or the name of a device', 'keyid'),
    )
    .description('revoke a key (all instances follow within a minute), or undo that')
    .option('--undo', 'the key was revoked by mistake: its holder can use it again')

export function registerKey(command: Command, context: CliContext): void {
  const key = command.description('issue, revoke and list keys')
  issueCommand(key, context).action((name, options) => issue(context, name, options))
  registerLock(key, context)
  webhookCommand(key).action(options => issueWebhook(context, options))
  revokeCommand(key).action((keyid, options) => changeRevocation(context, keyid, options))
  withCallOptions(key.command('list'))
    .description('list the keys that have called and the keys that are revoked')
    .action(options => list(context, options))
}

async function issue(
  context: CliContext,
  name: string,
  options: OptionsOf<typeof issueCommand>,
): Promise<void> {
  const output = context.output(options)
  const issued = deriveKey(context, { name, scopes: readScopes(options.scope), url: options.url })
  await refuseRevoked(context, issued.keyid)
  const path = resolve(context.cwd, options.out ?? '')
  await writePrivateFile(path, `${JSON.stringify(issued, null, 2)}\n`, { replace: options.force === true })
  await seenOf(issued.url, context).change(seen => withMade(seen, issued.keyid))
  output.result({ keyid: issued.keyid, file: path })
  output.line(`issued ${issued.keyid}`)
  output.line(`its file is ${path}: it holds the secret, give it to its owner over a secure channel`)
}

async function issueWebhook(
  context: CliContext,
  { out, force, json }: OptionsOf<typeof webhookCommand>,
): Promise<void> {
  const key = webhookKey(context.config.secrets())
  if (!key) throw missing(['KURA_SECRETS'])
  const path = resolve(context.cwd, out)
  const { keyid, secret } = key
  const text = JSON.stringify({ keyid, secret: secret.toString('base64url') }, null, 2)
  await writePrivateFile(path, `${text}\n`, { replace: force === true })
  const output = context.output({ json })
  output.result({ keyid, file: path })
  output.line(`derived ${keyid}`)
  output.line(`its file is ${path}: it holds the secret, give it to the receiver over a secure channel`)
}

/**
 * Refuses to issue a revoked key. The secret is derived from the keyid, so the revoked secret would be issued again.
 * @throws AppError `key_revoked`
 */
async function refuseRevoked(context: CliContext, keyid: string): Promise<void> {
  if (!(await isRevoked(context, keyid))) return
  const message = `Cannot issue "${keyid}": this key is revoked, and issuing it again would give the same key`
  throw new AppError('key_revoked', message, {
    hint: 'choose another name; if the revocation was a mistake, kura key revoke --undo undoes it',
  })
}

async function isRevoked(context: CliContext, keyid: string): Promise<boolean> {
  try {
    // the first page contains all revoked keys
    const { keys } = await (await adminClient(context)).keys({ query: {} })
    return keys.some(key => key.keyid === keyid && key.revoked !== undefined)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    context.output({}).note(`the host could not be asked if the key is revoked: ${error.message}`)
    return false
  }
}

function readScopes(text: string): Scope[] {
  if (text.trim() === 'agent') return [...AGENT_SCOPES]
  return text.split(',').map(word => {
    const scope = word.trim()
    if (isScope(scope)) return scope
    throw new AppError('usage', `Cannot issue a key with the scope "${scope}"`, {
      hint: `the scopes are ${SCOPES.join(', ')}`,
    })
  })
}

async function changeRevocation(
  context: CliContext,
  keyid: string,
  options: OptionsOf<typeof revokeCommand>,
): Promise<void> {
  const admin = await adminClient(context, options)
  const reply = await admin.changeRevocation({ body: { keyid, ...(options.undo && { state: 'restored' }) } })
  await (await seenBy(context, options)).change(seen => withDecisions(seen, [reply]))
  const output = context.output(options)
  output.line(
    options.undo
      ? `restored ${reply.keyid}: it is accepted again within a minute, unless KURA_REVOKED names it`
      : `revoked ${reply.keyid}: every instance refuses it within a minute`,
  )
  output.result(reply)
}

async function list(context: CliContext, options: CallOptions): Promise<void> {
  const admin = await adminClient(context, options)
  const output = context.output(options)
  const { timezone } = context.config.locale()
  const shown = output.list('keys', ['key', 'last seen', 'revoked'])
  const seenFile = await seenBy(context, options)
  let count = 0
  for await (const { keys } of readPages(query => admin.keys({ query }))) {
    await seenFile.change(seen => withDecisions(seen, decisionsIn(keys)))
    shown.add(
      keys,
      keys.map(({ keyid, seen, revoked }) => [
        keyid,
        seen ? momentText(seen, timezone) : 'never',
        revoked ? textInZone(revoked, timezone) : 'no',
      ]),
    )
    count += keys.length
  }
  shown.end()
  if (count === 0) output.line('no key has called yet and none is revoked: kura key issue makes one')
}

function adminClient(context: CliContext, options: CallOptions = {}) {
  return operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
}
