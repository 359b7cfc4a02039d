/** Another program has a file of the release open, as Excel does: this file waits, and all others are installed. */
import { describe, expect, test } from 'vitest'
import { openOffice, resultOf } from './office.ts'
import { hasWindows, startWindows } from './wine.ts'

const BOOK = '書類/要件.xlsx'
const PATHS = ['a.md', 'folder/b.md', BOOK]
const files = (content: string) => Object.fromEntries(PATHS.map(path => [path, content]))

describe.skipIf(!hasWindows)('a program', () => {
  test.each([
    { sharing: 'r', goal: files('two') },
    { sharing: 'rw', goal: files('two') },
    { sharing: '-', goal: files('two') },
    { sharing: 'r', goal: { 'a.md': 'two', 'folder/b.md': 'two' } },
  ])('that has a file open (shared: $sharing) keeps back that file only', async ({ sharing, goal }) => {
    const { publisher, enrol } = await openOffice()
    await publisher.publish(files('one'))
    const pc = await enrol(`C:\\users\\held\\${Object.keys(goal).length}${sharing}\\kura`)
    expect(resultOf(await pc.sync())).toMatchObject({ status: 0, installed: 3 })

    const close = await startWindows('hold', sharing, `${pc.dir}\\${BOOK.replace('/', '\\')}`)
    await publisher.publish(goal)
    expect(resultOf(await pc.sync())).toMatchObject({ release: 2, waiting: [BOOK] })
    expect(resultOf(await pc.sync())).toMatchObject({ release: 2, waiting: [BOOK] })
    expect(await pc.open()).toMatchObject({ said: expect.stringContaining(BOOK) })
    await close()
    expect(await pc.files(files(''))).toEqual({ ...files('two'), [BOOK]: 'one' })

    expect(resultOf(await pc.sync())).toMatchObject({
      status: 0,
      installed: Object.keys(goal).length,
      indexed: Object.keys(goal).length,
      waiting: [],
    })
    expect(await pc.files(files(''))).toEqual(goal)
  })

  test('that has the index open keeps back the index only', async () => {
    const { publisher, enrol } = await openOffice()
    await publisher.publish(files('one'))
    const pc = await enrol('C:\\users\\held\\index\\kura')
    expect(resultOf(await pc.sync())).toMatchObject({ status: 0, indexed: 3 })
    const close = await startWindows('hold', 'r', `${pc.dir}\\MEMORY.md`)
    await publisher.publish({ ...files('two'), 'new.md': 'two' })
    expect(resultOf(await pc.sync())).toMatchObject({ installed: 4, indexed: 3, waiting: ['MEMORY.md'] })
    await close()
    expect(resultOf(await pc.sync())).toMatchObject({ status: 0, installed: 4, indexed: 4, waiting: [] })
  })
})
