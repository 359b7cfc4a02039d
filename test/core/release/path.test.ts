import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCollision, foldPath, pathProblem } from '../../../lib/core/release/path.ts'
import { runs } from '../../helpers/run/sampled.ts'

describe('pathProblem() accepts a path that every system supports', () => {
  test.each([
    { path: 'a' },
    { path: 'knowledge/Returned goods.md' },
    { path: 'knowledge/はじめての方へ.md' },
    { path: 'dictionaries/読み方.tsv' },
    { path: 'a/.hidden' },
    { path: 'kura/credentials.json.md' },
    { path: 'sub/credentials.json' },
    { path: 'console/nullable.txt' },
    { path: `${'s'.repeat(240)}/x` },
    { path: 'é.md' },
    { path: '👩.md' },
    { path: '全角　空白.md' },
    { path: 'a~.md' },
    { path: '~1.md' },
    { path: 'backup~1.markdown' },
    { path: 'version~1.md' },
    { path: 'clock.md' },
    { path: '葛\u{e0100}城市.md' },
    { path: '𠮟\u{e0100}.md' },
    { path: '神\ufe00.md' },
    { path: '❤\ufe0f.md' },
    { path: '✉\ufe0e.md' },
    { path: '1\ufe0f\u20e3.md' },
  ])('$path', ({ path }) => {
    expect(pathProblem(path)).toBeUndefined()
  })
})

describe('pathProblem() names the reason', () => {
  test.each([
    { name: 'nothing', path: '', want: 'is empty' },
    { name: 'absolute', path: '/etc/passwd', want: 'is absolute' },
    { name: 'parent', path: '../a', want: 'has the segment ".."' },
    { name: 'parent inside', path: 'a/../../b', want: 'has the segment ".."' },
    { name: 'here', path: 'a/./b', want: 'has the segment "."' },
    { name: 'double slash', path: 'a//b', want: 'has an empty segment' },
    { name: 'trailing slash', path: 'a/', want: 'has an empty segment' },
    { name: 'backslash', path: 'a\\..\\b', want: 'has the character \\, which some system forbids or hides' },
    { name: 'drive', path: 'c:/a', want: 'has the character :, which some system forbids' },
    { name: 'stream', path: 'a.txt:hidden', want: 'some system forbids' },
    { name: 'line feed', path: 'a\nb', want: 'has the character U+000A, which some system forbids' },
    { name: 'delete', path: 'a\u007f', want: 'some system forbids' },
    { name: 'question mark', path: 'why?.md', want: 'some system forbids' },
    { name: 'right-to-left override', path: 'a\u202egnp.exe', want: 'some system forbids' },
    {
      name: 'zero-width joiner',
      path: 'a\u200db',
      want: 'has the character U+200D, which some system forbids or hides',
    },
    { name: 'word joiner', path: 'a\u2060b', want: 'some system forbids' },
    { name: 'soft hyphen', path: 'a\u00adb', want: 'some system forbids' },
    { name: 'byte order mark', path: '\ufeffa', want: 'some system forbids' },
    { name: 'trailing dot', path: 'a./b', want: 'ends in a dot or a space' },
    { name: 'trailing space', path: 'a /b', want: 'ends in a dot or a space' },
    { name: 'leading space', path: 'a/ b', want: 'starts with a space' },
    { name: 'Windows device', path: 'a/NUL', want: 'which Windows reserves' },
    { name: 'Windows device with extension', path: 'con.md', want: 'which Windows reserves' },
    { name: 'Windows device, space, extension', path: 'aux .md', want: 'which Windows reserves' },
    { name: 'Windows device in superscript', path: 'com¹', want: 'which Windows reserves' },
    { name: 'Windows clock', path: 'a/Clock$', want: 'which Windows reserves' },
    { name: 'Windows clock with extension', path: 'CLOCK$.txt', want: 'which Windows reserves' },
    { name: 'short name of the credentials', path: 'CREDEN~1.JSO', want: 'can give to another file' },
    { name: 'the same in small letters', path: 'creden~1.jso', want: 'can give to another file' },
    {
      name: "short name of the device's folder",
      path: 'KURA~1/state.json',
      want: 'can give to another file',
    },
    { name: 'short name with a hash', path: 'CRA1B2~1.JSO', want: 'can give to another file' },
    { name: 'short name of two digits', path: 'docs/CREDE~12.JSO', want: 'can give to another file' },
    { name: 'short name of kanji', path: '読み方辞書表~1.TSV', want: 'can give to another file' },
    { name: 'short name with an empty extension', path: 'KURA~1.', want: 'ends in a dot' },
    { name: 'variation selector', path: 'a\ufe0fb', want: 'some system forbids or hides' },
    {
      name: 'two variation selectors',
      path: '葛\u{e0100}\u{e0101}.md',
      want: 'some system forbids or hides',
    },
    { name: 'variation selector at the start', path: '\u{e0100}葛.md', want: 'some system forbids or hides' },
    { name: 'ideographic one behind a letter', path: 'a\u{e0100}.md', want: 'some system forbids or hides' },
    { name: 'ideographic one behind kana', path: 'あ\u{e0100}.md', want: 'some system forbids or hides' },
    { name: 'one of an emoji behind a kanji', path: '葛\ufe0f.md', want: 'some system forbids or hides' },
    { name: 'one of an emoji behind a digit', path: '1\ufe0f.md', want: 'some system forbids or hides' },
    { name: 'Mongolian one', path: '\u1820\u180b.md', want: 'some system forbids or hides' },
    { name: 'own folder with one', path: '.kura\ufe0f/x', want: "the device's own name" },
    { name: 'combining grapheme joiner', path: 'a\u034fb', want: 'some system forbids or hides' },
    { name: 'Hangul filler', path: 'a\u3164b', want: 'some system forbids or hides' },
    { name: 'half-width Hangul filler', path: 'a\uffa0b', want: 'some system forbids or hides' },
    { name: 'Mongolian vowel separator', path: 'a\u180eb', want: 'some system forbids or hides' },
    { name: 'Khmer inherent vowel', path: 'a\u17b4b', want: 'some system forbids or hides' },
    {
      name: 'tag',
      path: 'a\u{e0041}b',
      want: 'has the character U+E0041, which some system forbids or hides',
    },
    { name: 'blank of Braille', path: 'a\u2800b', want: 'some system forbids or hides' },
    { name: 'trailing wide space', path: 'a\u3000/b', want: 'ends in a dot or a space' },
    { name: 'leading no-break space', path: '\u00a0a', want: 'starts with a space' },
    { name: "the device's own folder", path: '.kura/state.json', want: 'the device\'s own name ".kura"' },
    { name: 'the same in capitals', path: '.KURA/x', want: "the device's own name" },
    { name: 'the same in full width', path: '．ｋｕｒａ', want: "the device's own name" },
    { name: 'the device program', path: 'Kura-Device.mjs', want: "the device's own name" },
    { name: 'the previous program', path: 'kura-device.previous.mjs', want: "the device's own name" },
    { name: 'a program that is being written', path: '.kura-device-1.mjs', want: "the device's own name" },
    { name: 'the start file of Windows', path: 'START-windows.cmd', want: "the device's own name" },
    { name: 'what belongs to it', path: 'start-windows.txt', want: "the device's own name" },
    { name: 'the start file of macOS', path: 'start-macos.command', want: "the device's own name" },
    { name: 'the start file of Linux', path: 'start-linux.sh', want: "the device's own name" },
    { name: 'Node', path: 'Node.EXE', want: "the device's own name" },
    { name: "a folder in Node's place", path: 'node/bin/x', want: "the device's own name" },
    { name: 'the enrolment', path: 'enrolment.json', want: "the device's own name" },
    { name: 'credentials', path: 'Credentials.JSON', want: "the device's own name" },
    { name: 'decomposed', path: 'e\u0301.md', want: 'normal form C' },
    { name: 'decomposed kana', path: 'は\u3099.md', want: 'normal form C' },
    { name: 'lone surrogate', path: 'a\ud800', want: 'well-formed' },
    { name: 'long segment', path: 'あ'.repeat(81), want: 'longer than 240 bytes' },
    {
      name: 'long path',
      path: Array.from({ length: 60 }, () => 'segment-segment-').join('/'),
      want: 'longer than 1000',
    },
  ])('$name', ({ path, want }) => {
    expect(pathProblem(path)).toContain(want)
  })
})

describe('findCollision() finds two paths that meet', () => {
  test.each([
    { name: 'case', paths: ['a/B.md', 'a/b.md'], reason: 'same name' },
    { name: 'full width', paths: ['ｋｕｒａ.md', 'kura.md'], reason: 'same name' },
    { name: 'ligature', paths: ['ﬁle', 'file'], reason: 'same name' },
    { name: 'sharp s', paths: ['straße', 'STRASSE'], reason: 'same name' },
    { name: 'capital sharp s', paths: ['ẞ', 'ß'], reason: 'same name' },
    { name: 'half-width kana', paths: ['ｶﾞ', 'ガ'], reason: 'same name' },
    { name: 'twice the same', paths: ['a', 'a'], reason: 'same name' },
    { name: 'file in the place of a folder', paths: ['a', 'a/b'], reason: 'folder and file' },
    { name: 'the same in another case', paths: ['A', 'x', 'a/b/c'], reason: 'folder and file' },
    { name: 'forms of a kanji', paths: ['葛\u{e0100}.md', '葛.md'], reason: 'same name' },
    { name: 'two selected forms', paths: ['葛\u{e0100}.md', '葛\u{e0101}.md'], reason: 'same name' },
    { name: 'forms of an emoji', paths: ['❤.md', '❤\ufe0f.md'], reason: 'same name' },
    { name: 'a folder in two forms', paths: ['葛/a', '葛\u{e0100}/b'], reason: 'same name' },
    { name: 'two spellings of a folder', paths: ['Docs/a', 'docs/b'], reason: 'same name' },
  ])('$name', ({ paths, reason }) => {
    expect(findCollision(paths)).toMatchObject({ reason })
  })

  test.each([
    { name: 'nothing', paths: [] },
    { name: 'neighbours', paths: ['a', 'b', 'c/a', 'c/b'] },
    { name: 'a prefix of the name only', paths: ['ab', 'a/b', 'a.b'] },
    { name: 'old and new form of a kanji', paths: ['髙橋', '高橋'] },
  ])('and none among $name', ({ paths }) => {
    expect(findCollision(paths)).toBeUndefined()
  })
})

test('foldPath() is stable: folding twice changes nothing, and case and NFKC make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const folded = foldPath(text)
      expect(foldPath(folded)).toBe(folded)
      expect(foldPath(text.normalize('NFKC'))).toBe(folded)
    }),
    { numRuns: runs(1000) },
  )
})

test('a path that passes stays below its folder, whichever separator the system knows', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', ' ', '..') }), path => {
      fc.pre(pathProblem(path) === undefined)
      expect(posix.join('/device', path)).toMatch(/^\/device\/./)
      expect(win32.join('C:\\device', path)).toMatch(/^C:\\device\\./)
    }),
    { numRuns: runs(300) },
  )
})
