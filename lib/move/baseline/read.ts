/** Reads a baseline line by line, so that a whole site is never in memory at once. */
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileFault } from '../../core/disk/file-fault.ts'
import { openRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { createStringTally, type StringTally } from '../facts/string-tally.ts'
import { readSketch, type Sketch } from '../facts/text-sketch.ts'
import type { FileBefore, PageBefore } from '../page/before-move.ts'
import { noNumbers } from '../site-numbers.ts'
import { pathKey } from '../visit/address-key.ts'
import {
  type Baseline,
  type BaselineEnd,
  type BaselineHead,
  type BaselineItem,
  type BaselineLine,
  baselineLine,
} from './format.ts'

interface ReadLines {
  readonly head: BaselineHead
  /** The last line; undefined if the recording was stopped before its end. */
  readonly end: BaselineEnd | undefined
  readonly robots: string | undefined
}

/** Reads all lines but an incomplete last one. @throws AppError `usage` if the file is unreadable or no baseline */
export async function readLines(
  path: string,
  name: string,
  onItem: (item: BaselineItem, head: BaselineHead) => void,
): Promise<ReadLines> {
  let head: BaselineHead | undefined
  let end: BaselineEnd | undefined
  let robots: string | undefined
  for await (const line of linesOf(path, name)) {
    if ('baseline' in line) head = line
    else if (!head) throw noBaseline(name)
    else if ('ended' in line) end = line
    else if ('robots' in line) robots = line.robots
    else onItem(line, head)
  }
  if (!head) throw noBaseline(name)
  return { head, end, robots }
}

async function* linesOf(path: string, name: string): AsyncGenerator<BaselineLine> {
  const size = await wholeLength(path, name)
  if (size === 0) return
  const input = createReadStream(path, { end: size - 1 })
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = baselineLine.safeParse(parseJson(text)).data
    if (!line) throw noBaseline(name)
    yield line
  }
}

/** @throws AppError `usage` if the file at `path` cannot be read or is no baseline */
export async function readBaseline(path: string, name: string): Promise<Baseline> {
  const pages = new Map<string, PageBefore>()
  const files = new Map<string, FileBefore>()
  const listed = new Map<string, string>()
  const dead = new Set<string>()
  const numbers = noNumbers()
  const strings = createStringTally()
  const { head, end, robots } = await readLines(path, name, (item, { domain }) => {
    const key = pathKey(item.path)
    if (isDead(item)) dead.add(key)
    addStrings(item, domain, strings)
    if (item.status !== 200 || item.location !== undefined) return
    if (!item.html) return addFile(item, files)
    const page = pageBefore(item)
    pages.set(key, page)
    if (item.listed) listed.set(key, item.path)
    numbers.pages += 1
    if (page.noindex.length > 0) numbers.noindex += 1
    if (page.refresh) numbers.refresh += 1
  })
  return {
    domain: head.domain,
    recorded: end?.ended ?? head.started,
    complete: end !== undefined,
    pages: withOwnText(pages),
    listed: new Set(listed.values()),
    robots,
    files,
    isDead: path => dead.has(pathKey(path)),
    numbers: { ...numbers, deadLinks: dead.size },
    strings: strings.count(),
  }
}

function addFile(
  { path, kind, script, insecure, entries }: BaselineItem,
  files: Map<string, FileBefore>,
): void {
  if (kind === 'file') return
  files.set(pathKey(path), { script: script === true, insecure: insecure === true, entries })
}

function pageBefore(item: BaselineItem): PageBefore {
  const { noindex = [], canonical, letters, sketch, title = '', description = '' } = item
  const [all = 0, content = 0] = letters ?? []
  return {
    noindex,
    refresh: item.refresh === true,
    script: item.script === true,
    insecure: item.insecure === true,
    canonical,
    text: letters && {
      title,
      description,
      letters: all,
      content,
      sketch: readSketch(sketch ?? ''),
      garbled: item.garbled === true,
      notFound: item.notFound === true,
    },
  }
}

/** The pages without the frame, which is the text that pages share. */
function withOwnText(pages: ReadonlyMap<string, PageBefore>): ReadonlyMap<string, PageBefore> {
  const sketches = [...pages.values()].flatMap(({ text }) => text?.sketch ?? [])
  const frame = findFrame(sketches)
  const own = new Map<string, PageBefore>()
  for (const [path, { text, ...page }] of pages) {
    own.set(path, { ...page, text: text && { ...text, sketch: withoutFrame(text.sketch, frame) } })
  }
  return own
}

function isDead({ status, unseen }: BaselineItem): boolean {
  return (status === 0 && !unseen) || (status >= 400 && status !== 401 && status !== 403)
}

function addStrings({ path, strings = [] }: BaselineItem, domain: string, tally: StringTally): void {
  for (const [place, form, count, subdomains] of strings) {
    tally.addRow({ place, form, count, subdomains, examples: [`https://${domain}${path}`] })
  }
}

const NEWLINE = 10

/** The length of the file in bytes, without an incomplete last line. */
export async function wholeLength(path: string, name: string): Promise<number> {
  try {
    const file = await openRegular(path)
    return await afterLastNewline(file).finally(() => file.close())
  } catch (cause) {
    throw new AppError('usage', `Cannot read the baseline "${name}": ${fileFault(cause)}`, { cause })
  }
}

async function afterLastNewline(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const piece = Buffer.alloc(65_536)
  for (let at = size; at > 0; ) {
    const start = Math.max(0, at - piece.length)
    const { bytesRead } = await file.read(piece, 0, at - start, start)
    const last = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE)
    if (last >= 0) return start + last + 1
    at = start
  }
  return 0
}

function noBaseline(name: string): AppError {
  return new AppError('usage', `Cannot read the baseline "${name}": it was not written by kura move record`, {
    hint: 'record the old site while it answers: kura move record',
  })
}

const MOST_SAMPLES = 500
/** The number of compared pages from which a shared text belongs to the frame. On a site of few pages it is two. */
const SHARED = 4
const FEW_PAGES = 8

export function findFrame(sketches: readonly Sketch[]): ReadonlySet<number> {
  const counts = new Map<number, number>()
  const step = Math.max(1, Math.ceil(sketches.length / MOST_SAMPLES))
  for (let at = 0; at < sketches.length; at += step) {
    for (const hash of sketches[at] ?? []) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const least = sketches.length < FEW_PAGES ? 2 : SHARED
  return new Set([...counts].filter(([, count]) => count >= least).map(([hash]) => hash))
}

export function withoutFrame(sketch: Sketch, frame: ReadonlySet<number>): Sketch {
  return sketch.filter(hash => !frame.has(hash))
}
