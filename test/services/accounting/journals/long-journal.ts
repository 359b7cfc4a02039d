/** A process that reads a generated journal of 100 MB through `journalStream()` and prints how much memory it used. */
import iconv from 'iconv-lite'
import type { JournalFormat } from '../../../../lib/services/accounting/journals/end.ts'
import { journalStream } from '../../../../lib/services/accounting/journals/stream.ts'

const SIZE = 100_000_000
const HEADER = '取引日,借方勘定科目,借方金額,借方税区分,借方取引先名,借方備考,取引ID\r\n'
const ROW = `2026-06-01,消耗品費,1100,課対仕入（控80）10%,①㈱髙﨑商店,"""表示灯""\n${'予備の備考、'.repeat(60)}",3000000001\r\n`

let read = 0
let rows = 0
let buffers = 0

function* file(): Generator<Uint8Array> {
  yield iconv.encode(HEADER, 'cp932')
  const piece = iconv.encode(ROW.repeat(50), 'cp932')
  // an odd size, which cuts characters in two
  const size = 65_521
  while (read < SIZE) {
    for (let offset = 0; offset < piece.length; offset += size) {
      const bytes = piece.subarray(offset, offset + size)
      read += bytes.length
      yield bytes
    }
  }
}

const format = (process.argv[2] ?? 'csv') as JournalFormat
const options = { company: 7, encoding: 'sjis', format, end: true } as const
for await (const piece of journalStream(ReadableStream.from(file()), options)) {
  rows += Buffer.from(piece).toString('utf8').split('3000000001').length - 1
  buffers = Math.max(buffers, process.memoryUsage().arrayBuffers)
}
process.stdout.write(JSON.stringify({ read, rows, buffers }))
