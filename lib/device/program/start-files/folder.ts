/**
 * The folder that sets up a device, as a list of files; the caller adds the device program. `kura enrol` writes the
 * folder to the disk, and the console offers it as one archive.
 */
import type { Locale } from '../../../core/language/language.ts'
import { sayIn } from '../../../core/language/text.ts'
import type { Credentials } from '../../../core/release/schema.ts'
import { ENROLMENT as ENROLMENT_FILE } from '../../disk/layout.ts'
import { START_FILES } from '../start-file.ts'
import type { StartFacts } from './facts.ts'
import { ENROLMENT } from './readme.ts'
import { shellStartFile } from './shell.ts'
import { windowsStartFile, windowsWordFiles } from './windows.ts'

export interface FolderFile {
  /** The path of the file, relative and with `/`. */
  readonly path: string
  readonly content: string | Buffer
  /** Whether the file has to be executable, because a person starts it. */
  readonly runs?: true
}

/** The start files for all systems, with the files of their texts. */
export function startFiles(start: StartFacts): FolderFile[] {
  const shell = shellStartFile(start)
  return [
    { path: START_FILES.windows, content: windowsStartFile(start) },
    { path: START_FILES.macos, content: shell, runs: true },
    { path: START_FILES.linux, content: shell, runs: true },
    ...[...windowsWordFiles(start)].map(([path, content]) => ({ path, content })),
  ]
}

/** The instructions for the person at the device; `expires` is in milliseconds since the epoch. */
export function readmeFile({ name, expires }: { name: string; expires: number }, locale: Locale): FolderFile {
  const text = sayIn(locale)(ENROLMENT.readme, { name, expires, ...START_FILES })
  // the byte order mark and the CRLF line ends make the editor of Windows read the text as UTF-8
  return { path: 'README.txt', content: `\ufeff${text}`.replaceAll('\n', '\r\n') }
}

export function enrolmentFile(enrolment: Credentials): FolderFile {
  return { path: ENROLMENT_FILE, content: `${JSON.stringify(enrolment, null, 2)}\n` }
}
