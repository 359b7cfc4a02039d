/** The restrictions of Linux, macOS and Windows together, so that a release is the same on all of them. */

/** Matches a device's own files, the start files, its program, and what a system could start as Node (`node.cmd`). */
const OWN_NAME =
  /^(?:\.kura|kura-device|start-(?:windows|macos|linux)|node)|^(?:credentials|enrolment)\.json$/

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(\..*)?$/i
/** Matches `CREDEN~1.JSO`. Windows also gives such a name to a file with a long name, so it could mean another file. */
const WINDOWS_SHORT_NAME = /^(?=[^.]{3,8}(?:\.|$))[^.]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/u
/** This is a function, because making the pattern is slow: Node reads the properties of all characters. */
const forbiddenCharacter = () =>
  /[\p{Cc}<>:"|?*\\\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\u2800\ufff9-\ufffb]/u
/**
 * Matches a variation selector that chooses a form of the character before it, a kanji (葛 with U+E0100) or an emoji.
 * Anywhere else, the selectors are invisible and therefore forbidden. Two names that differ only in selectors collide.
 */
const variant = () =>
  /(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#])\ufe0f(?=\u20e3)/gu
const LONGEST_SEGMENT_BYTES = 240
const LONGEST_PATH_BYTES = 1000

/** Returns why a release may not have `path`, as the end of a message ("it …"). */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (!path.isWellFormed()) return 'is not well-formed Unicode'
  if (Buffer.byteLength(path) > LONGEST_PATH_BYTES) return `is longer than ${LONGEST_PATH_BYTES} bytes`
  if (path.startsWith('/')) return 'is absolute'
  if (path !== path.normalize('NFC')) return 'is not in Unicode normal form C: rename the file'
  const segments = path.split('/')
  if (isOwnName(segments[0] ?? '')) return `uses the device's own name "${segments[0]}"`
  return segments.map(segmentProblem).find(problem => problem !== undefined)
}

function segmentProblem(segment: string): string | undefined {
  if (segment === '') return 'has an empty segment'
  if (segment === '.' || segment === '..') return `has the segment "${segment}"`
  const [forbidden] = forbiddenCharacter().exec(segment.replace(variant(), '')) ?? []
  if (forbidden !== undefined)
    return `has the character ${nameOf(forbidden)}, which some system forbids or hides`
  if (/[.\s]$/u.test(segment)) return 'has a segment that ends in a dot or a space'
  if (/^\s/u.test(segment)) return 'has a segment that starts with a space'
  if (WINDOWS_DEVICE.test(segment)) return `has the name "${segment}", which Windows reserves`
  if (WINDOWS_SHORT_NAME.test(segment))
    return `has the name "${segment}", which Windows can give to another file`
  if (Buffer.byteLength(segment) > LONGEST_SEGMENT_BYTES)
    return `has a segment longer than ${LONGEST_SEGMENT_BYTES} bytes`
  return undefined
}

function nameOf(character: string): string {
  if (/[!-~]/.test(character)) return character
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

export function isOwnName(name: string): boolean {
  return OWN_NAME.test(foldPath(name))
}

/** Returns the path's fold. Paths with the same fold are the same file on some system, or look the same. */
export function foldPath(path: string): string {
  const plain = path.replace(/\p{Variation_Selector}/gu, '')
  return plain.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
}

/** Two paths that cannot both exist. */
export interface Collision {
  readonly path: string
  readonly other: string
  readonly reason: 'same name' | 'folder and file'
}

export function findCollision(paths: readonly string[]): Collision | undefined {
  const files = new Map<string, string>()
  for (const path of paths) {
    const fold = foldPath(path)
    const other = files.get(fold)
    if (other !== undefined) return { path, other, reason: 'same name' }
    files.set(fold, path)
  }
  return findFolderCollision(paths, files)
}

/** Also finds two spellings of one folder: `Docs/a` and `docs/b` are one folder on some systems and two on others. */
function findFolderCollision(
  paths: readonly string[],
  files: ReadonlyMap<string, string>,
): Collision | undefined {
  const folders = [...firstPaths(paths)].map(([folder, path]) => ({ path, fold: foldPath(folder) }))
  for (const { path, fold } of folders) {
    const other = files.get(fold)
    if (other !== undefined) return { path, other, reason: 'folder and file' }
  }
  const spellings = new Map<string, string>()
  for (const { path, fold } of folders) {
    const known = spellings.get(fold)
    if (known !== undefined) return { path, other: known, reason: 'same name' }
    spellings.set(fold, path)
  }
  return undefined
}

function firstPaths(paths: readonly string[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const path of paths)
    for (const folder of foldersOf(path)) if (!first.has(folder)) first.set(folder, path)
  return first
}

/** Returns the folders above the path, the outermost first. */
export function foldersOf(path: string): string[] {
  const segments = path.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}
