import { parseJson } from '../../core/json/json.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import { together } from '../../core/work/concurrency.ts'
import type { Disk } from '../disk/disk.ts'
import { diskError } from '../disk/error.ts'
import { JOURNAL, NEXT_JOURNAL, OWN, STAGING, UNDO } from '../disk/layout.ts'
import { DISK_FAILURES, DISK_HINTS } from '../disk/words.ts'
import { stageState } from '../trust/state-file.ts'
import { type Journal, journalSchema } from './journal.ts'

/** Writes the journal after all that the installation needs. From then on the installation is completed or undone. */
export async function writeJournal(disk: Disk, journal: Journal): Promise<void> {
  await together([
    () => disk.sync([STAGING]),
    () => stageState(disk, journal.next),
    () => disk.write(NEXT_JOURNAL, JSON.stringify(journal)),
  ])
  await disk.rename(NEXT_JOURNAL, JOURNAL)
  await disk.sync([OWN])
}

/** The journal of an interrupted installation, if any. @throws AppError `device_write` if the journal is damaged */
export async function readJournal(disk: Disk): Promise<Journal | undefined> {
  if ((await disk.look(JOURNAL)).kind === 'absent') return undefined
  const journal = journalSchema().safeParse(parseJson(Buffer.from(await disk.read(JOURNAL)).toString('utf8')))
  if (journal.success) return journal.data
  throw phraseError('device_write', phrase(DISK_FAILURES.damaged, { path: JOURNAL }), {
    hint: phrase(DISK_HINTS.moveJournal, { journal: JOURNAL, undo: UNDO }),
    cause: journal.error,
  })
}

/** Removes the journal, after which the installation cannot be undone. */
export async function removeJournal(disk: Disk): Promise<void> {
  await disk.remove(JOURNAL)
  await disk.sync([OWN])
}

/** Removes the journal. `settled` resolves when a power cut can no longer bring it back. */
export async function startRemoval(disk: Disk, act: Phrase): Promise<{ readonly settled: Promise<void> }> {
  await disk.remove(JOURNAL)
  const settled = disk.sync([OWN]).catch((error: unknown) => {
    throw diskError(act, error)
  })
  // the caller awaits it later, unless another failure ends the run first
  settled.catch(() => undefined)
  return { settled }
}
