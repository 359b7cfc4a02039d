/**
 * The text of the Windows start file, for things that Wine cannot test, such as a percent sign in a folder's name. `npm
 * run check:windows` runs the start file.
 */
import { describe, expect, test } from 'vitest'
import { PINNED_NODE } from '../../../../lib/device/program/node-build.ts'
import {
  WORDS_FOLDER,
  windowsStartFile,
  windowsWordFiles,
} from '../../../../lib/device/program/start-files/windows.ts'

const EN = { language: 'en', node: PINNED_NODE } as const
const JA = { language: 'ja', node: PINNED_NODE } as const

const LINES = windowsStartFile(JA).split('\r\n')
/** The lines that `cmd` runs. */
const RUN = LINES.filter(line => !/^(?:rem |:|$)/.test(line))
/** The commands that `cmd` carries out itself. */
const INTERNAL = '@echo|call|copy|del|echo|exit|for|goto|if|md|move|pause|popd|pushd|set|setlocal|title|type'

/** Returns the command of a line, without the conditions and loops before it. */
function commandOf(line: string): string {
  const before =
    /^(?:for .*? do |if (?:not )?(?:\/i )?(?:exist "[^"]*"|defined \w+|"[^"]*"=="[^"]*"|%\S+ [a-z]{3} \S+) )/
  const command = line.trim().replace(/^\(/, '')
  const rest = command.replace(before, '')
  return rest === command ? rest : commandOf(rest)
}

describe('the start file of Windows', () => {
  test.each([EN, JA])('is ASCII with the line ends of Windows: $language', facts => {
    const text = windowsStartFile(facts)
    expect(text).toMatch(/^[\x20-\x7e\r\n]*$/)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).not.toContain('{{')
  })

  test('has every label that it goes to, and uses each', () => {
    const labels = LINES.filter(line => line.startsWith(':')).map(line => line.slice(1))
    const used = RUN.join('\n').matchAll(/(?:goto |call :)(\w+)/g)
    // `goto say_%WHY%` leads to a label for each value of WHY
    const reasons = RUN.join('\n').matchAll(/"WHY=(\w+)"/g)
    const wanted = [
      ...[...used].map(([, label = '']) => label).filter(label => label !== 'say_'),
      ...[...reasons].map(([, reason = '']) => `say_${reason}`),
    ]
    expect(new Set(labels).size).toBe(labels.length)
    expect(wanted.filter(label => !labels.includes(label))).toEqual([])
    expect(labels.filter(label => !wanted.includes(label) && !RUN_INTO.includes(label))).toEqual([])
  })

  test('starts programs of the system by their full path only', () => {
    const known = new RegExp(`^(?:(?:${INTERNAL})\\b|>"|\\)?$)`)
    const programs = RUN.map(commandOf).filter(command => !known.test(command))
    expect(programs.length).toBeGreaterThan(5)
    for (const program of programs)
      expect(program).toMatch(/^"%(?:SYSTEM%\\\w+\.exe|NODE%|TO%|TARGET%\\start-windows\.cmd)" /)
  })

  test('expands a path once and in quotes, so that a name may have any sign', () => {
    const outside =
      /(?<!%)%(?:HERE|NODES|WORDS|PART|PREPARED|MARK|FROM|TO|TARGET|ROOT|UP|NODE|PROGRAM|OneDrive\w*|USERPROFILE)%/
    for (const line of RUN) {
      const unquoted = line.replace(/"[^"]*"/g, '')
      expect(unquoted, line).not.toMatch(outside)
      // `call`, and a command in `for`, expand variables a second time
      expect(line).not.toMatch(/\bcall\b.*%/)
      expect(line).not.toMatch(/\bin \('.*(?<!%)%\w/)
    }
    expect(RUN[1]).toBe('setlocal EnableExtensions DisableDelayedExpansion')
    expect(RUN.join('\n')).not.toMatch(/!\w+!/)
  })

  test('removes nothing by a name that depends on the folder in which it runs', () => {
    for (const line of RUN.filter(line => /\b(?:rd|del|move)\b/.test(line)))
      expect(line).toMatch(/"%(?:HERE|NODES|PART|FROM|TARGET|TO)%/)
  })

  test('reads no variable in a block that sets it', () => {
    const blocks = RUN.join('\n').matchAll(/\(\n([\s\S]*?)\n\)/g)
    for (const [, block = ''] of blocks) {
      const set = [...block.matchAll(/set "(\w+)=/g)].map(([, name]) => name)
      for (const name of set) expect(block).not.toContain(`%${name}%`)
    }
  })

  test('says nothing that cmd would read as a command', () => {
    for (const line of RUN.filter(line => line.startsWith('echo ') && !line.includes('"')))
      expect(line).not.toMatch(/[&|<>^%!]/)
  })

  test('fetches what the device program pins, by its hash', () => {
    const { version, builds } = PINNED_NODE
    expect(LINES).toContain(`set "VERSION=${version}"`)
    expect(LINES).toContain(`set "SHA256=${builds.windows.sha256}"`)
    expect(LINES).toContain(`set "BYTES=${builds.windows.bytes}"`)
    expect(windowsStartFile({ ...EN, proxy: 'http://proxy.test:1' })).toContain(
      'set "PROXY=http://proxy.test:1"',
    )
  })
})

/** Labels that are reached only from the line before them. */
const RUN_INTO = ['words', 'name']

describe('its words', () => {
  test('in Japanese are files in UTF-16 with a byte order mark, one for each message', () => {
    const files = windowsWordFiles(JA)
    const said = LINES.filter(line => line.startsWith(':say_')).map(line => line.slice(':say_'.length))
    expect([...files.keys()]).toEqual(said.map(name => `${WORDS_FOLDER}/${name}.txt`))
    for (const content of files.values()) {
      expect([...content.subarray(0, 2)]).toEqual([0xff, 0xfe])
      const text = content.toString('utf16le')
      expect(text).toMatch(/[ぁ-ん].*\r\n$/)
      expect(text).not.toMatch(/[{}]/)
    }
    expect(files.get(`${WORDS_FOLDER}/wrong.txt`)?.toString('utf16le')).toContain(
      `このアドレスから届いたのは Node ${PINNED_NODE.version}`,
    )
  })

  test('in English are in the file itself', () => {
    expect(windowsWordFiles(EN)).toEqual(new Map())
    expect(windowsStartFile(EN)).not.toContain('type ')
  })
})
