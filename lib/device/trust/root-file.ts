/** The newest root has its own file, because an older state can come back but the trusted root must never get older. */
import * as z from 'zod/mini'
import type { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { readRoot, type SignedRoot } from '../../core/release/root.ts'
import { type Envelope, envelopeSchema } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { shownPath } from '../disk/entry.ts'
import { diskError } from '../disk/error.ts'
import { ROOT } from '../disk/layout.ts'
import { DISK_ACTS } from '../disk/words.ts'
import { pinnedDigest } from './trusted-state.ts'
import { TRUST_FAILURES, TRUST_HINTS } from './words.ts'

/** `pinned` is the SHA-256 of the root in the credentials, from which the chain led to `root`. */
const keptRootSchema = z.object({ pinned: z.string(), root: envelopeSchema })

/** The root that the chain from `pinned` has led to, if any. @throws AppError `root_invalid` if the file is damaged */
export async function readKeptRoot(disk: Disk, pinned: Envelope): Promise<SignedRoot | undefined> {
  const text = await textOf(disk)
  if (text === undefined) return undefined
  const kept = keptRootSchema.safeParse(parseJson(text))
  if (!kept.success) throw damaged(disk, kept.error)
  if (kept.data.pinned !== pinnedDigest(pinned)) return undefined
  try {
    return readRoot(kept.data.root)
  } catch (cause) {
    throw damaged(disk, cause)
  }
}

/** Stores `root` unless it is stored already, or is the root in the credentials. @throws AppError `device_write` */
export async function keepRoot(
  disk: Disk,
  { pinned, root }: { pinned: Envelope; root: SignedRoot },
): Promise<void> {
  if (root.envelope.signed === pinned.signed) return
  const text = `${JSON.stringify({ pinned: pinnedDigest(pinned), root: root.envelope })}\n`
  if ((await textOf(disk)) === text) return
  await disk.replace(ROOT, text).catch((error: unknown) => {
    throw diskError(phrase(DISK_ACTS.storeRoot, { version: root.root.version }), error)
  })
}

async function textOf(disk: Disk): Promise<string | undefined> {
  if ((await disk.look(ROOT)).kind === 'absent') return undefined
  return Buffer.from(await disk.read(ROOT)).toString('utf8')
}

function damaged(disk: Disk, cause: unknown): AppError {
  const file = shownPath(disk, ROOT)
  return phraseError('root_invalid', phrase(TRUST_FAILURES.rootFile, { file }), {
    hint: phrase(TRUST_HINTS.removeRoot, { file }),
    cause,
  })
}
