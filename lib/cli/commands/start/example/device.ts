import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DiskChanges } from '../../../../device/disk/disk.ts'
import { sync } from '../../../../device/sync/sync.ts'
import type { CliContext } from '../../../context.ts'
import { DEVELOPMENT } from '../../../development.ts'
import { enrolDevice } from '../../device/enrol.ts'

const NAME = 'reception'
const FOLDER = `${DEVELOPMENT.devices}/${NAME}`

/** The file of the payload that the first release does not have. */
const LATER = 'Returned goods.md'

/** Copies the payload without one file, for the release before the current one, and calls `use` with the copy. */
export async function withEarlierPayload(
  payload: string,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-example-'))
  try {
    await cp(payload, folder, { recursive: true, filter: path => !path.endsWith(LATER) })
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Enrols the PC, which installs the release that is current now. */
export async function addDevice(context: CliContext): Promise<void> {
  const { dir } = await enrolDevice(context, {
    name: NAME,
    dir: FOLDER,
    release: DEVELOPMENT.release,
    force: true,
  })
  await sync(dir, { signal: context.signal })
}

/** Lets the PC try to install the current release without writing. The PC reports the failure to the host. */
export async function failToInstall({ cwd, signal }: CliContext): Promise<void> {
  const refuse = async () => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
  }
  const intercept = (changes: DiskChanges): DiskChanges => ({ ...changes, write: refuse })
  await sync(join(cwd, FOLDER), { signal, intercept }).catch(() => undefined)
}
