/** `kura setup` with a person who answers its questions. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registerSetup } from '../../../../lib/cli/commands/setup/setup.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { type SetupWorld, settingsIn, setupWorld } from './world.ts'

describe('kura setup', () => {
  /** Returns the answers that a person types, with a passphrase for the key. */
  const typed = ({ answers }: SetupWorld) => [...Object.values(answers), 'a passphrase', 'a passphrase']

  test('asks one question for each answer', async () => {
    const world = await setupWorld()
    const { asked } = await runCommand(registerSetup, ['setup'], { ...world, answers: typed(world) })
    expect(asked).toHaveLength(Object.keys(world.answers).length + 2)
    expect((await settingsIn(world.cwd))['CHAT_BOT_TOKENS']).toBe(world.answers['CHAT_BOT_TOKENS'])
  })

  test('continues with the first question without an answer, however often it is stopped', async () => {
    const world = await setupWorld()
    const answers = Object.values(world.answers)
    for (const answer of answers)
      await expect(runCommand(registerSetup, ['setup'], { ...world, answers: [answer] })).rejects.toThrow(
        'no terminal',
      )
    const { asked } = await runCommand(registerSetup, ['setup'], { ...world, answers: ['', ''] })
    expect(asked).toEqual([expect.stringContaining('passphrase for the new key')])
  })

  test('asks again for what the remote rejects, together with what belongs to it', async () => {
    const world = await setupWorld()
    const all = typed(world)
    const at = Object.keys(world.answers).indexOf('ACCOUNTING_CLIENT_SECRET')
    const answers = [...all.slice(0, at), 'wrong', ...all.slice(at - 1)]
    const { asked, err } = await runCommand(registerSetup, ['setup'], { ...world, answers })
    expect(err).toContain('Cannot use the application: the service answers invalid_client')
    expect(asked.filter(question => /\) client (?:id|secret)/.test(question))).toHaveLength(4)
  })

  test('Enter on a question that needs an answer asks again, and later leaves it for another run', async () => {
    const world = await setupWorld()
    const run = (...answers: string[]) => runCommand(registerSetup, ['setup'], { ...world, answers })
    await expect(run('en', '')).rejects.toThrow('address of the deployment')
    await expect(run('', 'later')).rejects.toThrow("the host's plan")
  })

  test('without a deployment asks for no database, plan or upload', async () => {
    const world = await setupWorld()
    const answers = ['en', 'http://127.0.0.1:3000', '', 'none', '', '']
    const { asked } = await runCommand(registerSetup, ['setup'], { ...world, answers: [...answers, '', ''] })
    expect(asked).toHaveLength(7)
    expect(await settingsIn(world.cwd)).toMatchObject({ KURA_LANGUAGE: 'en', KURA_TIMEZONE: 'Asia/Tokyo' })
  })

  test('says how many questions come, and gives each its place', async () => {
    const world = await setupWorld()
    const { asked, err } = await runCommand(registerSetup, ['setup'], { ...world, answers: typed(world) })
    const count = Object.keys(world.answers).length
    // the questions about the three caps come only if domains may be bought
    expect(err).toContain(`${count - 3} questions are left`)
    expect(asked[0]).toMatch(/^\(1\/\d+\) language \/ 言語 \(ja \/ en\) \[ja\]: $/)
    expect(asked[count - 1]).toMatch(new RegExp(`^\\(${count}/${count}\\) set the settings`))
  })

  /** Returns the answers up to the question `name`, followed by `more`. */
  const upTo = ({ answers }: SetupWorld, name: string, more: readonly string[]) => {
    const at = Object.keys(answers).indexOf(name)
    return [...Object.values(answers).slice(0, at), ...more]
  }

  test('< goes back: an answer can be changed, the others are kept with Enter, none is lost', async () => {
    const world = await setupWorld()
    const more = ['<', '＜', '', 'Europe/Berlin', 'fra1', '<', '']
    await expect(
      runCommand(registerSetup, ['setup'], { ...world, answers: upTo(world, 'SETUP_REGION', more) }),
    ).rejects.toThrow('REST address of the database')
    expect(await settingsIn(world.cwd)).toMatchObject({ KURA_TIMEZONE: 'Europe/Berlin' })
    const choices = JSON.parse(await readFile(join(world.cwd, '.kura/setup.json'), 'utf8'))
    expect(choices).toMatchObject({ SETUP_PLAN: 'paid', SETUP_REGION: 'fra1' })
  })

  test('< shows the answer before in brackets, and never a secret', async () => {
    const world = await setupWorld()
    const more = ['<', '', '<', '', '<', '<']
    const answers = upTo(world, 'SETUP_SERVICES', more)
    const run = runCommand(registerSetup, ['setup'], { ...world, answers })
    await expect(run).rejects.toThrow(`[${world.answers['UPSTASH_REDIS_REST_URL']}]`)
  })

  test('< at the first question says so, and asks it again', async () => {
    const world = await setupWorld()
    const { err, asked } = await runCommand(registerSetup, ['setup'], {
      ...world,
      answers: ['<', ...typed(world)],
    })
    expect(err).toContain('this is the first question')
    expect(asked[1]).toBe(asked[0])
  })

  test('a wrong value in .env is named at once, asked for again, and not offered', async () => {
    const world = await setupWorld()
    await writeFile(join(world.cwd, '.env'), 'KURA_TIMEZONE=Mars\n')
    const { err, asked } = await runCommand(registerSetup, ['setup'], { ...world, answers: typed(world) })
    expect(err).toMatch(/^kura: Cannot use the value of KURA_TIMEZONE in \.env: expected the IANA name/m)
    expect(asked.filter(question => question.includes('time zone'))).toEqual([
      expect.stringContaining('[Asia/Tokyo]'),
    ])
    expect(await settingsIn(world.cwd)).toMatchObject({ KURA_TIMEZONE: 'Asia/Tokyo' })
  })

  test('Enter chooses no tax schedule', async () => {
    const world = await setupWorld()
    const answers = upTo(world, 'ACCOUNTING_SCHEDULE', ['', 'later', '未定'])
    const run = runCommand(registerSetup, ['setup'], { ...world, answers })
    await expect(run).rejects.toThrow('may deals and receipts be written')
    expect(await settingsIn(world.cwd)).not.toHaveProperty('ACCOUNTING_SCHEDULE')
  })
})
