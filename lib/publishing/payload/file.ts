/** A file is read twice: first for its facts, and again, piece by piece, when its content is packed. */
import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { digestHandle } from '../../core/disk/digest-file.ts'
import { AppError } from '../../core/errors.ts'
import { blocksOf } from '../../core/markdown/blocks.ts'
import { plainText } from '../../core/markdown/plain-text.ts'
import type { Blob } from '../../core/release/body/packing.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { ReleaseFile } from '../../core/release/schema.ts'
import type { PayloadSettings } from './settings.ts'

export interface PayloadFile extends ReleaseFile, Pick<Blob, 'read'> {}

/**
 * Reads a file in pieces. Only a Markdown file is in memory as a whole, so that kura finds its title.
 * @throws AppError `payload_invalid`
 */
export async function readPayloadFile(
  root: string,
  path: string,
  settings: PayloadSettings,
): Promise<PayloadFile> {
  const file = { path, name: join(root, path.replaceAll('/', sep)) }
  const isMarkdown = /\.(md|markdown)$/i.test(path)
  return {
    path,
    ...(await reading(file, isMarkdown ? readMarkdown : digestHandle)),
    ...(settings.program === path && { program: true as const }),
    read: (start, end, memory = Buffer.allocUnsafe(end - start)) =>
      reading(file, handle => readRange(handle, start, memory.subarray(0, end - start))),
  }
}

/** A Markdown file with more bytes than this is read in pieces, and listed by its path instead of its title. */
const LARGEST_TITLED = 50_000_000

async function readMarkdown(handle: FileHandle): Promise<Pick<ReleaseFile, 'size' | 'sha256' | 'title'>> {
  if ((await handle.stat()).size > LARGEST_TITLED) return digestHandle(handle)
  const content = await handle.readFile()
  const title = isUtf8(content) ? markdownTitle(content.toString()) : undefined
  return { size: content.length, sha256: sha256(content), ...(title !== undefined && { title }) }
}

const LONGEST_TITLE = 200
/** Invisible characters, some of which change how the text around them is shown. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/gu

/** The first heading outside of lists and quotations, as plain text on one line; undefined without such a heading. */
export function markdownTitle(text: string): string | undefined {
  for (const { heading } of blocksOf(text)) {
    const title = cleanTitle(plainText(heading?.replace(/^#+ /, '') ?? ''))
    if (title !== '') return title
  }
  return undefined
}

function cleanTitle(text: string): string {
  const line = text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim()
  return [...line.slice(0, 2 * LONGEST_TITLE)].slice(0, LONGEST_TITLE).join('').trimEnd()
}

/** Fills the buffer. A file that has become shorter gives fewer bytes, which the check of the hash reports later. */
async function readRange(handle: FileHandle, start: number, buffer: Buffer): Promise<Buffer> {
  let filled = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === buffer.length) return buffer.subarray(0, filled)
  }
}

/** Refuses a link or a special file, even if it has replaced the file after the folder was listed. */
async function reading<T>(
  { path, name }: { path: string; name: string },
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  try {
    const handle = await open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      if (!(await handle.stat()).isFile()) throw invalid(path, 'it is neither a file nor a folder')
      return await work(handle)
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : invalid(path, 'it cannot be read', { cause })
  }
}

/** The error for a payload, or a path in it, that cannot be published. */
export function invalid(
  path: string,
  reason: string,
  { hint = 'rename, move or remove it, then publish again', cause }: { hint?: string; cause?: unknown } = {},
): AppError {
  const what = path === '' ? 'the payload' : `"${path}"`
  return new AppError('payload_invalid', `Cannot publish ${what}: ${reason}`, { hint, cause })
}
