import { describe, expect, test } from 'vitest'
import { markdownTitle } from '../../../lib/publishing/payload/file.ts'

describe('markdownTitle()', () => {
  test.each([
    { name: 'the first heading', text: '# One\n\n# Two\n', want: 'One' },
    { name: 'a Japanese one', text: '# はじめての方へ\n', want: 'はじめての方へ' },
    { name: 'a lower level', text: 'Text.\n\n### Deep\n', want: 'Deep' },
    { name: 'carriage returns', text: '# One\r\ntext\r\n', want: 'One' },
    { name: 'a byte order mark', text: '\ufeff# One', want: 'One' },
    { name: 'closing marks', text: '## One ##  \n', want: 'One' },
    { name: 'marks that belong to the text', text: '# C# and #tags\n', want: 'C# and #tags' },
    { name: 'an indent of three', text: '   # One\n', want: 'One' },
    { name: 'spaces in between', text: '#  One \t two \n', want: 'One two' },
    { name: 'control characters', text: '# One\u0007\u001b[31m two\u0000\n', want: 'One [31m two' },
    { name: 'characters that turn the text around', text: '# a\u202egnp.exe\u2066b\n', want: 'a gnp.exe b' },
    { name: 'an empty heading before it', text: '# \n#\n## ##\n# One\n', want: 'One' },
    { name: 'front matter', text: '---\n# a comment\n---\n# One\n', want: 'One' },
    { name: 'a rule that is no front matter', text: '---\n# One\n', want: 'One' },
    { name: 'fenced code', text: '```\n# no\n```\n~~~~\n# no\n~~~\n# no\n~~~~\n# One\n', want: 'One' },
    { name: 'an underlined one', text: 'One\n===\n\n# Two\n', want: 'One' },
    { name: 'an underlined one of two lines', text: 'One  \n  two\n---\n', want: 'One two' },
    { name: 'carriage returns alone', text: 'text\r\r# One\rmore\r', want: 'One' },
    { name: 'HTML before it', text: '<div>\n# no\n</div>\n\n# One\n', want: 'One' },
    { name: 'a comment before it', text: '<!--\n\n# no\n\n-->\n# One\n', want: 'One' },
    { name: 'code in a list that nothing closes', text: '- ```\n  # no\n\n# One\n', want: 'One' },
    { name: 'front matter that three dots end', text: '---\ntitle: no\n...\n# One\n', want: 'One' },
    { name: 'a heading in a list before it', text: '- # no\n\n# One\n', want: 'One' },
    { name: 'the text of a marked one', text: '# 1\\. *One* `two`<a id="x"></a>\n', want: '1. One two' },
    { name: 'the heading behind an image', text: '# <img src="logo.png">\n\n# One\n', want: 'One' },
    { name: 'a long one, cut between characters', text: `# ${'𠮟'.repeat(300)}`, want: '𠮟'.repeat(200) },
  ])('takes $name', ({ text, want }) => {
    expect(markdownTitle(text)).toBe(want)
  })

  test.each([
    { name: 'nothing', text: '' },
    { name: 'no heading', text: 'Text\n#tag\n' },
    { name: 'an indent of four, which is code', text: '    # code\n' },
    { name: 'seven marks', text: '####### seven\n' },
    { name: 'a fence that never ends', text: '```\n# no\n' },
    { name: 'HTML that nothing closes', text: '<pre>\n\n# no\n' },
    { name: 'an underline below a list', text: '- One\n===\n' },
    { name: 'only empty headings', text: '#\n##   \n' },
  ])('finds none in $name', ({ text }) => {
    expect(markdownTitle(text)).toBeUndefined()
  })
})
