/** A virus scanner that opens each new or changed file, without letting others rename or remove it meanwhile. */
import { describe, expect, test } from 'vitest'
import { openOffice, resultOf } from './office.ts'
import { hasWindows, startWindows } from './wine.ts'

const PATHS = ['a.md', 'folder/b.md', 'folder/c.md', '知識/d.md', '要件.xlsx']
const files = (content: string) => Object.fromEntries(PATHS.map(path => [path, content]))

describe.skipIf(!hasWindows)('a scanner', () => {
  test.each([30, 100])('that holds each file for %i ms breaks no sync', async milliseconds => {
    const { publisher, enrol } = await openOffice()
    await publisher.publish(files('one'))
    const pc = await enrol(`C:\\users\\scanned\\${milliseconds}\\kura`)
    const endScan = await startWindows('scan', String(milliseconds), pc.dir)
    for (const content of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await publisher.publish(files(content))
      const result = resultOf(await pc.sync())
      expect(result).toMatchObject({ status: 0, installed: 5, indexed: 5, changed: 5 })
      expect(await pc.files(files(''))).toEqual(files(content))
    }
    expect(Number(await endScan())).toBeGreaterThan(PATHS.length * 6)
  })
})
