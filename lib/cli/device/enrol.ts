/** `kura enrol NAME`: a device's directory that holds only its credentials. */
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import { latestRoot } from '../../release/release-folder.ts'
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
      'make a device directory with its credentials; needs KURA_SECRETS, KURA_URL and the release folder',
    )
    .option('--dir <dir>', 'the directory to make; .kura/devices/NAME unless given')
    .option('--url <url>', 'the deployment that the device asks; KURA_URL unless given')
    .option('--release <dir>', 'the release folder, for the root that the device is to trust')
    .option('--force', 'replace the credentials in a directory that has some')
    .action((name: string, options: EnrolOptions) => enrol(context, name, options))
}

async function enrol(context: CliContext, name: string, options: EnrolOptions): Promise<void> {
  const output = context.output({})
  await refuseRevoked(context, formatKeyid({ name, scopes: ['device'], epoch: newestEpoch(context) }))
  const { keyid, dir } = await enrolDevice(context, { name, ...options })
  output.line(`enrolled ${keyid} in ${dir}`)
  output.line('take the directory to the device on a safe way, then run there: kura sync --dir DIRECTORY')
}

/** Writes the credentials of device `name` and says where. @throws AppError as its settings or files demand */
export async function enrolDevice(
  context: CliContext,
  { name, dir = join(DEVELOPMENT.devices, name), url, release, force }: EnrolOptions & { name: string },
): Promise<{ keyid: string; dir: string }> {
  const folder = resolve(context.cwd, dir)
  refuseInCheckout(folder)
  const root = await latestRoot(releaseDirOf(context, release))
  const credentials: Credentials = { ...deriveKey(context, { name, scopes: ['device'], url }), root }
  const path = join(folder, 'credentials.json')
  await writePrivateFile(path, `${JSON.stringify(credentials, null, 2)}\n`, { replace: force === true })
  return { keyid: credentials.keyid, dir: folder }
}

/** The project that this file belongs to. */
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** A secret in the project would be committed or uploaded one day. */
function refuseInCheckout(folder: string): void {
  const inside = relative(PROJECT, folder)
  const outside = inside.startsWith('..') || isAbsolute(inside)
  if (outside || inside.startsWith(`${DEVELOPMENT.folder}${sep}`)) return
  throw new AppError(
    'usage',
    `Cannot enrol in "${folder}": it lies inside the project, and its secret with it`,
    {
      hint: `leave --dir out (${DEVELOPMENT.devices}/NAME), or name a directory outside the project`,
    },
  )
}
