/**
 * pdf.js runs in a thread without environment variables, with limits of time and memory (docs/decisions/0047). The
 * thread runs this same file, so that the bundle of a function needs no further file.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { linesOfPage } from './text.ts'
import { type SlantedPiece, upright } from './upright.ts'

/** Only this many pages are read, because the first ones have the total and the day of a receipt. */
const MOST_PAGES = 5
const MOST_PIECES = 5_000
/** Milliseconds for reading a PDF. One page takes 0.4 seconds, most of them for loading pdf.js. */
const LONGEST = 8_000
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** The mark by which this file knows that it runs in the thread. */
const TASK = 'kura: the text of a PDF'

interface Task {
  readonly task: typeof TASK
  readonly bytes: Uint8Array
}

/** Two spaces separate columns. Empty if the PDF has no text, is unreadable, or takes too much time or memory. */
export function linesOfPdf(bytes: Uint8Array, { longest = LONGEST } = {}): Promise<string[]> {
  const task: Task = { task: TASK, bytes }
  const worker = new Worker(new URL(import.meta.url), {
    workerData: task,
    resourceLimits: LIMITS,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  return new Promise(resolve => {
    const end = (lines: string[]) => {
      clearTimeout(timer)
      resolve(lines)
      void worker.terminate()
    }
    const timer = setTimeout(() => end([]), longest)
    worker.on('message', end)
    worker.on('error', () => end([]))
    worker.on('exit', () => end([]))
  })
}

async function readPages(bytes: Uint8Array): Promise<string[]> {
  const [{ getDocumentProxy }, { CHARACTER_MAPS }] = await Promise.all([
    import('unpdf'),
    import('./character-maps.ts'),
  ])
  /** pdf.js asks this class for the maps of Japanese fonts that a PDF names without embedding them. */
  class CharacterMaps {
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      const map = CHARACTER_MAPS[filename.replace(/\.bcmap$/, '')]
      if (map === undefined) throw new Error(`No character map ${filename}`)
      return new Uint8Array(Buffer.from(map, 'base64'))
    }
  }
  const document = await getDocumentProxy(bytes, {
    BinaryDataFactory: CharacterMaps,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  })
  const lines: string[] = []
  for (let at = 1; at <= Math.min(document.numPages, MOST_PAGES); at++) {
    const page = await document.getPage(at)
    const { items } = await page.getTextContent()
    lines.push(...linesOfPage(upright(items.slice(0, MOST_PIECES).flatMap(pieceOf))))
  }
  return lines
}

function pieceOf(item: object): SlantedPiece[] {
  if (!('str' in item)) return []
  const { str, transform, width, height } = item as {
    str: string
    transform: number[]
    width: number
    height: number
  }
  const [along = 1, slant = 0, , , x = 0, y = 0] = transform
  return [{ text: str, x, y, width, height, angle: Math.atan2(slant, along) }]
}

const own = workerData as Task | null | undefined
if (parentPort && own?.task === TASK) parentPort.postMessage(await readPages(own.bytes).catch(() => []))
