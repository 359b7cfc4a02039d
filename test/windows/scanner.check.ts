/** A virus scanner opens each new or changed file, and lets no program rename or remove the file meanwhile. */
import { describe, expect, test } from 'vitest'
import { openOffice, resultOf } from './office.ts'
import { hasWindows, startWindows } from './wine.ts'

const PATHS = ['a.md', 'folder/b.md', 'folder/c.md', '知識/d.md', '要件.xlsx']
const files = (content: string) => Object.fromEntries(PATHS.map(path => [path, content]))

describe.skipIf(!hasWindows)('a scanner', () => {
  test.each([30, 100])(
    'that holds each file for %i ms breaks neither the set-up nor a sync',
    async milliseconds => {
      const { publisher, enrol } = await openOffice()
      await publisher.publish(files('one'))
      const pc = await enrol(`C:\\users\\scanned\\${milliseconds}\\kura`)
      const endScan = await startWindows('scan', String(milliseconds), pc.dir)
      const opened = await pc.open()
      expect(opened, opened.said).toMatchObject({ status: 0 })
      for (const content of ['two', 'three', 'four', 'five', 'six', 'seven']) {
        await publisher.publish(files(content))
        const result = resultOf(await pc.sync())
        expect(result).toMatchObject({ status: 0, installed: 5, indexed: 5, changed: 5 })
        expect(await pc.files(files(''))).toEqual(files(content))
      }
      expect(Number(await endScan())).toBeGreaterThan(PATHS.length * 6)
    },
  )
})
