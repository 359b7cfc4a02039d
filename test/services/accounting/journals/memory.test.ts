import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { drawn } from '../../../helpers/run/sampled.ts'

const run = promisify(execFile)
const PROGRAM = new URL('./long-journal.ts', import.meta.url).pathname

/** Megabytes of heap of the process that reads the journal of 100 MB. */
const HEAP = 40

test.each(drawn(['csv', 'jsonl'], 1))(
  'a journal of 100 MB passes as %s through a heap of 40 MB',
  async format => {
    const limit = `--max-old-space-size=${HEAP}`
    const { stdout } = await run(process.execPath, [limit, '--max-semi-space-size=2', PROGRAM, format])
    const { read, rows, buffers } = JSON.parse(stdout)
    expect(read).toBeGreaterThan(100_000_000)
    expect(rows).toBeGreaterThan(90_000)
    expect(buffers, 'bytes of buffers at their most').toBeLessThan(HEAP * 1_000_000)
  },
)
