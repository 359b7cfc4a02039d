/** A rollback that is killed at any file publishes nothing, and the next command finishes or undoes it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { checkRelease } from '../../../lib/publishing/check/check.ts'
import { publishRelease } from '../../../lib/publishing/publish.ts'
import { rollBack, undoRollback } from '../../../lib/publishing/rollback/rollback.ts'
import type { TestPublisher } from '../../helpers/publishing/release.ts'
import { drawn } from '../../helpers/run/sampled.ts'
import { FIRST, optionsOf, payloadOf, publisherWithHistory, SECOND } from './world.ts'

const PROGRAM = join(import.meta.dirname, 'roll-back-and-die.ts')
const AS_FIRST = { 'a.md': '# One\n', 'docs/b.bin': '\0\r\n\xff', c: 'c' }

async function killedAt(
  publisher: TestPublisher,
  act: number,
  when: 'before' | 'after',
): Promise<{ signal: NodeJS.Signals | null; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, publisher.dir, String(act), when], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { signal, said }
}

/** Neither the rollback's own file nor a temporary file is left; other remains go with the next publishing. */
async function expectNothingLeft({ releaseDir, payloadDir }: TestPublisher): Promise<void> {
  expect(await readdir(releaseDir)).not.toContain('rollback.json')
  const names = await readdir(payloadDir, { recursive: true })
  expect(names.filter(name => name.endsWith('.tmp'))).toEqual([])
}

describe('a killed rollback', () => {
  test('is undone or finished, whatever file it was at', { timeout: 300_000 }, async () => {
    const whole = await killedAt(await publisherWithHistory([FIRST, SECOND]), -1, 'before')
    const acts = Number(whole.said)
    expect(acts).toBeGreaterThan(8)
    for (const act of drawn([...Array(acts).keys()], 2)) {
      const publisher = await publisherWithHistory([FIRST, SECOND])
      const when = act % 4 < 2 ? 'before' : 'after'
      expect((await killedAt(publisher, act, when)).signal).toBe('SIGKILL')
      if (act % 2 === 0) {
        await undoRollback(publisher)
        if (act < 5) expect(await payloadOf(publisher)).toEqual(SECOND)
      } else {
        const { outcome } = await rollBack(1, optionsOf(publisher))
        expect(outcome.manifest.version).toBe(3)
        expect(await payloadOf(publisher)).toEqual(AS_FIRST)
      }
      await expectNothingLeft(publisher)
    }
  })

  async function interrupted(): Promise<TestPublisher> {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    await killedAt(publisher, 3, 'before')
    return publisher
  }

  test('is refused by publish and by the check, which say what to do', async () => {
    const publisher = await interrupted()
    const refused = {
      code: 'conflict',
      message: expect.stringContaining('a rollback to release 1 was interrupted'),
      hint: 'kura rollback 1 --write finishes it, kura rollback --undo restores the payload',
    }
    await expect(publishRelease(optionsOf(publisher))).rejects.toMatchObject(refused)
    const { problems } = await checkRelease({ ...optionsOf(publisher), production: false })
    expect(problems).toContainEqual(expect.objectContaining(refused))
  })

  test('does not take what a person has changed since', async () => {
    const publisher = await interrupted()
    const file = join(publisher.payloadDir, 'a.md')
    await writeFile(file, 'a person was here')
    await expect(undoRollback(publisher)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Cannot restore "a.md"'),
    })
    expect(await readFile(file, 'utf8')).toBe('a person was here')
    await expect(publishRelease(optionsOf(publisher))).rejects.toMatchObject({ code: 'conflict' })
  })

  test('whose marker is damaged says what to restore', async () => {
    const publisher = await interrupted()
    await appendFile(join(publisher.releaseDir, 'rollback.json'), 'x')
    await expect(undoRollback(publisher)).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('git restore'),
    })
  })
})

test('without an interrupted rollback nothing is restored', async () => {
  const publisher = await publisherWithHistory([FIRST, SECOND])
  expect(await undoRollback(publisher)).toBeUndefined()
})
