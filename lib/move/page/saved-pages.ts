import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileFault } from '../../core/disk/file-fault.ts'
import { openRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import type { FindOldStrings } from '../facts/old-domain-strings.ts'
import { createStringTally, type StringPlace, type StringTally } from '../facts/string-tally.ts'
import { decodeText } from '../visit/decode-text.ts'
import { readBody } from '../visit/read-body.ts'
import { auditText } from './audit-page.ts'

/** wget appends the query of an address to the name of its file. */
const QUERY = /\?.*$/
/** Matches the query in a file name of wget on Windows. In `lib.min@2.js`, no query follows the sign. */
const QUERY_OF_WINDOWS = /(?<=\.\w{2,6})@.*$/
const PAGES = /\.(?:[xs]?html?|p?html|php|aspx?|jsp)$/i
/** Matches the text files, in which a person can replace links. */
const TEXT_FILES = /\.(?:xml|txt|json|jsonld|webmanifest|m?js|css|svg|md|rss|atom|gz)$/i
/** Matches a page's file without an ending: wget saves `/about` as `about`, and `/v1.2` as `v1.2`. */
const PLAIN = /^[^.]+(?:\.\d+)*$/
const PAGE = /^\s*<(?:!doctype html|html)\b/i
const FILE_LIMIT = 52_428_800

/**
 * Counts the old domain in the files `paths`, and in the text files below folders.
 * @throws AppError `usage` if a file or folder cannot be read
 */
export async function countSavedPages(
  paths: readonly string[],
  { find, signal }: { find: FindOldStrings; signal: AbortSignal },
): Promise<StringTally> {
  const tally = createStringTally()
  for (const path of paths) {
    for await (const file of filesBelow(path)) {
      signal.throwIfAborted()
      await countFile(file, { tally, find })
    }
  }
  return tally
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch(refuse(path))
  if (!found.isDirectory()) {
    yield path
    return
  }
  const entries = await readdir(path, { withFileTypes: true }).catch(refuse(path))
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = join(path, entry.name)
    if (entry.isDirectory()) yield* filesBelow(below)
    else if (entry.isFile() && (await isText(below))) yield below
  }
}

async function isText(file: string): Promise<boolean> {
  const name = nameOf(file)
  return isNamedText(name) || isPage(name, PLAIN.test(name) ? await beginningOf(file) : '')
}

function nameOf(file: string): string {
  const name = basename(file).replace(QUERY, '')
  return isNamedText(name) ? name : name.replace(QUERY_OF_WINDOWS, '')
}

function isNamedText(name: string): boolean {
  return PAGES.test(name) || TEXT_FILES.test(name)
}

function isPage(name: string, text: string): boolean {
  return PAGES.test(name) || (PLAIN.test(name) && PAGE.test(text))
}

async function beginningOf(file: string): Promise<string> {
  const opened = await openRegular(file).catch(refuse(file))
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(1_000))
    return decodeText(buffer.subarray(0, bytesRead), '')
  } finally {
    await opened.close()
  }
}

function refuse(path: string): (cause: unknown) => never {
  return cause => {
    throw new AppError('usage', `Cannot read "${path}": ${fileFault(cause)}`, { cause })
  }
}

async function countFile(
  file: string,
  { tally, find }: { tally: StringTally; find: FindOldStrings },
): Promise<void> {
  const opened = await openRegular(file).catch(refuse(file))
  const encoding = file.endsWith('.gz') ? 'gzip' : ''
  const { bytes } = await readBody(opened.createReadStream(), encoding, FILE_LIMIT).catch(refuse(file))
  const name = nameOf(file).replace(/\.gz$/, '')
  const text = decodeText(bytes, '')
  const { strings } = auditText(text, { html: isPage(name, text) }, find)
  const place = placeOfFile(name)
  for (const [found, list] of strings) tally.add(place ?? found, file, list)
}

/** The place of all strings in the file; undefined if each string is counted under its own place. */
function placeOfFile(name: string): StringPlace | undefined {
  if (/^robots\.txt$/i.test(name)) return 'robots'
  if (/sitemap.*\.(?:xml|txt)$/i.test(name)) return 'sitemap'
  if (/\.m?js$/i.test(name)) return 'script'
  if (/\.css$/i.test(name)) return 'style'
  return /\.jsonld$/i.test(name) ? 'structured-data' : undefined
}
