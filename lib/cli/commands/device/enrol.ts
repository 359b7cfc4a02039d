import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Command } from '@commander-js/extra-typings'
import { isPrivate } from '../../../core/config/loopback.ts'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { parseJson } from '../../../core/json/json.ts'
import { latestRoot } from '../../../core/release/folder/folder.ts'
import { type Credentials, credentialsSchema } from '../../../core/release/schema.ts'
import { deviceNameOf, parseKeyid, refuseKeyName } from '../../../core/signatures/keys.ts'
import { CREDENTIALS, ENROLMENT } from '../../../device/disk/layout.ts'
import { PINNED_NODE } from '../../../device/program/node-build.ts'
import { DEVICE_PROGRAM_NAME } from '../../../device/program/start-file.ts'
import { enrolmentFile, readmeFile, startFiles } from '../../../device/program/start-files/folder.ts'
import { WORDS_FOLDER } from '../../../device/program/start-files/windows.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import type { CliContext } from '../../context.ts'
import { DEVELOPMENT } from '../../development.ts'
import { operatorClient } from '../../operator/client.ts'
import { filling } from '../../operator/fills.ts'
import { findOperatorKey, localKey } from '../../operator/key-file.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { seenBy, withDecisions, withMade } from '../../operator/seen.ts'
import { momentText } from '../../terminal/moment.ts'
import { writePrivateFile } from '../../terminal/private-file.ts'
import { releaseDirOf } from '../publish/release-dir.ts'
import { bringNode, withNodeOption } from './with-node.ts'

const fills = filling<typeof adminContract>()

type Replaced = NonNullable<ReplyOf<typeof adminContract, 'enrol'>['replaced']>

interface EnrolledDevice {
  readonly keyid: string
  readonly dir: string
  /** The time at which the token expires, ISO 8601. */
  readonly expires: string
  readonly replaced?: Replaced | undefined
}

const enrolCommand = (command: Command) =>
  withCallOptions(command)
    .addArgument(fills.argument('<name>', 'the device: lower-case letters, digits and "-"', 'name'))
    .description('make the folder that sets up a device: a start file for each system, and a one-time token')
    .option('--dir <dir>', 'the folder to make (default: .kura/devices/NAME)')
    .option('--url <url>', "the deployment that the device calls (default: that of the operator's key)")
    .option('--release <dir>', 'the release folder with the root that the device will trust')
    .addOption(withNodeOption(PINNED_NODE))
    .option('--proxy <url>', "the company's proxy, such as http://proxy.example:8080")
    .option('--force', 'replace the token or key that the device has; a key that its token gave is revoked')

type EnrolOptions = OptionsOf<typeof enrolCommand>

export function registerEnrol(command: Command, context: CliContext): void {
  enrolCommand(command).action((name, options) => enrol(context, name, options))
}

async function enrol(context: CliContext, name: string, options: EnrolOptions): Promise<void> {
  const output = context.output(options)
  const enrolled = await enrolDevice(context, { name, ...options })
  await addStartFiles(context, { name, proxy: options.proxy, ...enrolled })
  output.result(enrolled)
  if (enrolled.replaced) {
    const { keyid, at } = enrolled.replaced
    const used = momentText(at, context.config.locale().timezone)
    output.line(`the token before was used on ${used}: the key that it gave, ${keyid}, is revoked`)
  }
  output.line(`enrolled ${enrolled.keyid} in ${enrolled.dir}`)
  output.line('copy this folder to the device, and open the start file of its system there (README.txt)')
  output.line('it can be used once, within seven days: until then keep it as you would keep a password')
}

/**
 * Writes a token and the trusted root into the device's folder. The first sync exchanges the token for a key.
 * @throws AppError if settings or files are missing, or the host refuses
 */
export async function enrolDevice(
  context: CliContext,
  { name, dir = join(DEVELOPMENT.devices, name), ...options }: EnrolOptions & { name: string },
): Promise<EnrolledDevice> {
  refuseKeyName(name)
  const folder = resolve(context.cwd, dir)
  refuseInCheckout(folder)
  const root = await latestRoot(releaseDirOf(context, options.release))
  const operator = options.local
    ? localKey(context, ['admin'])
    : (await findOperatorKey(context, options.key)).key
  const url = options.url ?? operator.url
  refuseOpenConnection(url)
  if (options.proxy) refuseProxy(options.proxy)
  const { language, timezone } = context.config.locale()
  if (options.force) await refuseOtherDevice(folder, name)
  else refuseUsed(folder)
  // done before the token is made, so that a failure leaves no token behind
  await bringNodes(context, folder, options)
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  const { force } = options
  const { keyid, secret, expires, device, replaced } = await admin.enrol({
    body: { name, ...(force && { force }) },
  })
  await keepSeen(context, options, { device, replaced })
  const { proxy } = options
  const enrolment: Credentials = { url, keyid, secret, root, language, timezone, ...(proxy && { proxy }) }
  const { path, content } = enrolmentFile(enrolment)
  await writePrivateFile(join(folder, path), String(content), { replace: true })
  return { keyid: device, dir: folder, expires, ...(replaced && { replaced }) }
}

async function bringNodes(
  { env, signal, output }: CliContext,
  folder: string,
  { withNode = [], json }: EnrolOptions,
): Promise<void> {
  const { progress } = output({ json })
  const deps = { node: PINNED_NODE, fetch, mirror: env['KURA_NODE_MIRROR'], progress, signal }
  for (const system of withNode) await bringNode(folder, system, deps)
}

/** Records the new key and the key that `--force` revoked. After a restore of the store, that key is revoked again. */
async function keepSeen(
  context: CliContext,
  options: Omit<EnrolOptions, 'dir'>,
  { device, replaced }: { device: string; replaced?: Replaced | undefined },
): Promise<void> {
  const decisions = replaced
    ? [{ keyid: replaced.keyid, state: 'revoked', at: replaced.revoked } as const]
    : []
  await (await seenBy(context, options)).change(seen => withDecisions(withMade(seen, device), decisions))
}

async function addStartFiles(
  { config }: CliContext,
  { name, dir, expires, proxy }: EnrolledDevice & { name: string; proxy?: string | undefined },
): Promise<void> {
  await buildDeviceProgram(join(dir, DEVICE_PROGRAM_NAME))
  const locale = config.locale()
  const files = startFiles({ language: locale.language, node: PINNED_NODE, proxy })
  await rm(join(dir, WORDS_FOLDER), { recursive: true, force: true })
  const readme = readmeFile({ name, expires: Date.parse(expires) }, locale)
  for (const { path, content, runs } of [...files, readme]) {
    await writeFileAtomic(join(dir, path), content)
    if (runs) await chmod(join(dir, path), 0o755)
  }
}

/** Matches addresses without characters that a shell interprets, because the start files contain the address too. */
const PROXY_FORM = /^http:\/\/[a-z0-9.-]+(?::\d{1,5})?$/i

/** Refuses a `--proxy` other than `http://host:port`. The error does not quote a value that may contain a password. */
function refuseProxy(text: string): void {
  if (PROXY_FORM.test(text) && URL.canParse(text)) return
  const message = 'Cannot use --proxy: expected http://host:port, without a name and a password'
  throw new AppError('usage', message, {
    hint: 'a device gets the password of a proxy by HTTPS_PROXY, when its start file is opened the first time',
  })
}

const SECRET_FILES = [CREDENTIALS, ENROLMENT]

/** Refuses a folder with a token or a key, because a device may be using the folder. */
function refuseUsed(folder: string): void {
  const used = SECRET_FILES.find(file => existsSync(join(folder, file)))
  if (used === undefined) return
  throw new AppError('usage', `Cannot enrol in "${folder}": it already has ${used}`, {
    hint: 'name another folder with --dir, or use this one with --force',
  })
}

/** Refuses another device's folder. The host does not revoke the key in it, and the new device could act with it. */
async function refuseOtherDevice(folder: string, name: string): Promise<void> {
  for (const file of SECRET_FILES) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '')
    const key = parseKeyid(credentialsSchema.safeParse(parseJson(text)).data?.keyid ?? '')
    const owner = key && deviceNameOf(key.name)
    if (owner === undefined || owner === name) continue
    throw new AppError('usage', `Cannot enrol "${name}" in "${folder}": it is the folder of "${owner}"`, {
      hint: 'name another folder with --dir',
    })
  }
}

/** Refuses http://, by which others could read or change the requests, except to this machine's own address. */
function refuseOpenConnection(url: string): void {
  if (URL.canParse(url) && isPrivate(new URL(url))) return
  throw new AppError('usage', `Cannot enrol a device for "${url}": others could read what it fetches`, {
    hint: 'give an address that begins with https://; http:// is only for this machine, such as http://localhost:3000',
  })
}

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Refuses a folder of the project, because the token in it could be committed or uploaded by mistake. */
function refuseInCheckout(folder: string): void {
  const inside = relative(PROJECT, folder)
  const outside = inside.startsWith('..') || isAbsolute(inside)
  if (outside || inside.startsWith(`${DEVELOPMENT.folder}${sep}`)) return
  throw new AppError('usage', `Cannot enrol in "${folder}": its token must not be inside the project`, {
    hint: `omit --dir (${DEVELOPMENT.devices}/NAME), or give a directory outside the project`,
  })
}

const SCRIPT = fileURLToPath(new URL('../../../../scripts/build-device.ts', import.meta.url))

/** @throws AppError `internal` */
async function buildDeviceProgram(file: string): Promise<void> {
  await promisify(execFile)(process.execPath, [SCRIPT, file]).catch((cause: unknown) => {
    throw new AppError('internal', `Cannot build the device program "${file}"`, {
      hint: 'npm ci installs what it needs; npm run build:device shows what fails',
      cause,
    })
  })
}
