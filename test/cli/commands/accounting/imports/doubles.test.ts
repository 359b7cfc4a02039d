/** The import asks about receipts that look double, and registers the chosen ones by their ids. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createImportWorld, writeTable } from './world.ts'

const alike = (number: string, amount = 1100) => `2026-04-15,消耗品費,10,はい,${amount},,,,,${number}`

describe('receipts that look double', () => {
  const QUESTION =
    'which of these are receipts of their own? (numbers, all or none; nothing to decide later) '
  const answers = [
    { name: 'a number', answer: '1', deals: 2, again: 0 },
    { name: 'numbers in full width', answer: '１、２', deals: 3, again: 0 },
    { name: 'all', answer: 'すべて', deals: 3, again: 0 },
    { name: 'none', answer: 'なし', deals: 1, again: 0 },
    { name: 'nothing', answer: '', deals: 1, again: 1 },
  ]
  test.each(answers)('are asked about once: $name', async ({ answer, deals, again }) => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, alike('A'), alike('B'), alike('C'))
    const { asked } = await world.kura([table, '--write'], { answers: [answer] })
    expect(asked).toEqual([QUESTION])
    expect(world.deals()).toHaveLength(deals)
    const next = await world.kura([table, '--write'], { answers: [''] })
    expect(next.asked).toHaveLength(again)
    expect(next.status).toBe(again === 0 ? 0 : 3)
    expect(world.deals()).toHaveLength(deals)
  })

  test('are left alone without a terminal, or after an answer that cannot be read', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, alike('A'), alike('B'))
    await expect(world.kura([table, '--write'], { answers: ['7'] })).rejects.toMatchObject({
      code: 'usage',
      hint: 'expected numbers such as 1',
    })
    expect(world.deals()).toEqual([])
    expect(await world.kura([table, '--write'])).toMatchObject({ status: 3 })
    expect(world.deals()).toHaveLength(1)
  })

  test('are asked about again if what they look like has changed', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, alike('A'), alike('B'))
    await world.kura([table, '--write'], { answers: ['none'] })
    await writeTable(world.cwd, alike('A'), alike('Z'), alike('B'))
    const { asked } = await world.kura([table, '--write'], { answers: ['none'] })
    expect(asked).toHaveLength(1)
    expect(world.deals()).toHaveLength(1)
  })

  test('are those with one file too, in this table or in an earlier one', async () => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, 'a.pdf'), '%PDF a')
    const scanned = (day: number, number: string) =>
      `2026-04-${day},消耗品費,10,はい,${day}00,,,a.pdf,,${number}`
    const three = [scanned(11, 'A'), scanned(12, 'B'), scanned(13, '')]
    const table = await writeTable(world.cwd, ...three)
    const { out } = await world.kura([table, '--write'], { answers: ['none'] })
    expect(out).toContain('[1] row 3: the same file as row 2')
    expect(out).toContain('[2] row 4: the same file as row 2; the same file as row 3')
    expect(world.deals()).toHaveLength(1)
    await writeTable(world.cwd, scanned(28, 'C'))
    const later = await world.kura([table, '--write'], { answers: [''] })
    expect(later.out).toContain('[1] row 2: the same file as the case "A"')
    expect(world.deals()).toHaveLength(1)
  })

  test('are those whose number is there in another encoding', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, alike('2026-04-1'), alike('２０２６－０４－１'))
    const { out } = await world.kura([table, '--write'], { answers: ['none'] })
    expect(out).toContain('[1] row 3: the same day, amount and partner as row 2')
    expect(world.deals()).toHaveLength(1)
  })
})

describe('the id of a double', () => {
  const idOf = (out: string) => /row 3: .* as row 2 \(--doubles (\w{8})\)/.exec(out)?.[1] ?? ''

  test('registers it as the dry run showed it, without a question', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, alike('A'), alike('B'), alike('C'))
    const id = idOf((await world.kura([table])).out)
    expect(await world.kura([table, '--write', '--doubles', id])).toMatchObject({ status: 3 })
    expect(world.deals()).toHaveLength(2)
  })

  const changes = [
    { name: 'another row has its place', rows: [alike('A'), alike('C')] },
    { name: 'it has another amount, like another row', rows: [alike('A', 2200), alike('B', 2200)] },
    { name: 'what it is like is another row', rows: [alike('C'), alike('B')] },
  ]
  test.each(changes)('counts for nothing else: $name', async ({ rows }) => {
    const world = await createImportWorld()
    const id = idOf((await world.kura([await writeTable(world.cwd, alike('A'), alike('B'))])).out)
    const table = await writeTable(world.cwd, ...rows)
    await world.kura([table, '--write', '--doubles', id])
    expect(world.deals()).toHaveLength(1)
  })

  test('counts for no deal that was registered meanwhile', async () => {
    const world = await createImportWorld()
    const both = await writeTable(world.cwd, alike('A'), alike('B'))
    const id = idOf((await world.kura([both])).out)
    await world.kura([await writeTable(world.cwd, alike('Z')), '--write'])
    await world.kura([await writeTable(world.cwd, alike('A'), alike('B')), '--write', '--doubles', id])
    expect(world.deals()).toHaveLength(1)
  })
})
