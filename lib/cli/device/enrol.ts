/** `kura enrol NAME`: creates a device's directory with only its credentials. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { isLoopback } from '../../config/loopback.ts'
import { AppError } from '../../errors.ts'
import { latestRoot } from '../../release/folder.ts'
import type { Credentials } from '../../release/schema.ts'
import { formatKeyid } from '../../signatures/keys.ts'
import type { CliContext } from '../context.ts'
import { DEVELOPMENT } from '../development.ts'
import { deriveKey, newestEpoch, refuseRevoked } from '../operator/key.ts'
import { releaseDirOf } from '../publish/release-dir.ts'
import { writePrivateFile } from '../terminal/private-file.ts'

interface EnrolOptions {
  dir?: string
  url?: string
  release?: string
  force?: true
}

export function registerEnrol(program: Command, context: CliContext): void {
  program
    .command('enrol')
    .argument('<name>', 'the device: lower-case letters, digits and "-"')
    .description(
      'create a device directory with its credentials; needs KURA_SECRETS, KURA_URL and the release folder',
    )
    .option('--dir <dir>', 'the directory to create (default: .kura/devices/NAME)')
    .option('--url <url>', 'the deployment that the device calls (default: KURA_URL)')
    .option('--release <dir>', 'the release folder with the root that the device will trust')
    .option('--force', 'replace existing credentials in the directory')
    .action((name: string, options: EnrolOptions) => enrol(context, name, options))
}

async function enrol(context: CliContext, name: string, options: EnrolOptions): Promise<void> {
  const output = context.output({})
  await refuseRevoked(context, formatKeyid({ name, scopes: ['device'], epoch: newestEpoch(context) }))
  const { keyid, dir } = await enrolDevice(context, { name, ...options })
  output.line(`enrolled ${keyid} in ${dir}`)
  output.line(
    'it contains a secret: copy the directory to the device over a secure channel, then run there: kura sync --dir DIRECTORY',
  )
}

/** Writes the credentials of device `name` and returns the directory. @throws AppError if settings or files are missing */
export async function enrolDevice(
  context: CliContext,
  { name, dir = join(DEVELOPMENT.devices, name), url, release, force }: EnrolOptions & { name: string },
): Promise<{ keyid: string; dir: string }> {
  const folder = resolve(context.cwd, dir)
  refuseInCheckout(folder)
  const root = await latestRoot(releaseDirOf(context, release))
  const credentials: Credentials = { ...deriveKey(context, { name, scopes: ['device'], url }), root }
  refuseOpenConnection(credentials.url)
  const path = join(folder, 'credentials.json')
  await writePrivateFile(path, `${JSON.stringify(credentials, null, 2)}\n`, { replace: force === true })
  return { keyid: credentials.keyid, dir: folder }
}

/** Refuses an address whose requests others could read or change on the way; on this machine nobody can. */
function refuseOpenConnection(url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new AppError('usage', `Cannot enrol a device for "${url}": others could read what it fetches`, {
    hint: 'give an address that begins with https://; http:// is only for this machine, such as http://localhost:3000',
  })
}

/** The project that this file belongs to. */
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** Refuses a directory in the project: its secret could be committed or uploaded by mistake. */
function refuseInCheckout(folder: string): void {
  const inside = relative(PROJECT, folder)
  const outside = inside.startsWith('..') || isAbsolute(inside)
  if (outside || inside.startsWith(`${DEVELOPMENT.folder}${sep}`)) return
  throw new AppError('usage', `Cannot enrol in "${folder}": a secret must not be inside the project`, {
    hint: `omit --dir (${DEVELOPMENT.devices}/NAME), or give a directory outside the project`,
  })
}
