import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'

const find = createDomainFinder({ domain: 'old.example', except: 'new.example' })
const findJapanese = createDomainFinder({ domain: 'xn--wgv71a.example', except: 'new.example' })
const shown = (found: ReturnType<typeof find>) => found.map(({ form, host }) => `${form} ${host}`)

describe('a finder', () => {
  const rows: { name: string; text: string; want: string[] }[] = [
    { name: 'finds the domain by itself', text: 'see old.example for more', want: ['raw old.example'] },
    { name: 'finds it in an address', text: 'https://old.example/a', want: ['raw old.example'] },
    { name: 'finds it without a scheme', text: '//old.example/a', want: ['raw old.example'] },
    { name: 'finds it in capitals', text: 'HTTPS://OLD.EXAMPLE', want: ['raw old.example'] },
    { name: 'finds it with a port', text: 'old.example:8080', want: ['raw old.example'] },
    { name: 'finds it in an address of mail', text: 'info@old.example', want: ['raw old.example'] },
    {
      name: 'finds it at the end of a sentence',
      text: 'We were old.example. Now',
      want: ['raw old.example'],
    },
    { name: 'finds it after an ellipsis', text: '...old.example', want: ['raw old.example'] },
    { name: 'finds it in running Japanese', text: '旧サイトold.exampleです', want: ['raw old.example'] },
    { name: 'finds www', text: 'https://www.old.example', want: ['raw www.old.example'] },
    { name: 'finds names below it', text: 'https://a.b.old.example', want: ['raw a.b.old.example'] },
    { name: 'finds several', text: 'old.example old.example', want: ['raw old.example', 'raw old.example'] },
    { name: 'leaves a longer first label', text: 'https://notold.example', want: [] },
    { name: 'leaves a hyphenated first label', text: 'https://not-old.example', want: [] },
    { name: 'leaves a domain that continues', text: 'https://old.example.com', want: [] },
    { name: 'leaves a longer last label', text: 'https://old.examples', want: [] },
    { name: 'leaves a hyphenated last label', text: 'https://old.example-shop.com', want: [] },
    { name: 'leaves a longer label above www', text: 'www.notold.example', want: [] },
    { name: 'leaves the new domain', text: 'https://new.example', want: [] },
    { name: 'escaped slashes', text: '"https:\\/\\/old.example\\/a"', want: ['escaped old.example'] },
    {
      name: 'escaped slashes before www',
      text: '"https:\\/\\/www.old.example"',
      want: ['escaped www.old.example'],
    },
    { name: 'a dot as \\x2e', text: '"old\\x2eexample"', want: ['escaped old.example'] },
    {
      name: 'a dot as \\x2E after a name',
      text: '"shop\\x2Eold\\x2Eexample"',
      want: ['escaped shop.old.example'],
    },
    { name: 'a dot as \\u{2e}', text: '"old\\u{2e}example"', want: ['escaped old.example'] },
    {
      name: 'a dot as \\\\x2e in a text of a text',
      text: '"old\\\\x2eexample"',
      want: ['escaped old.example'],
    },
    { name: 'a dot as \\2e in a style', text: 'url(//old\\2e example)', want: ['escaped old.example'] },
    {
      name: 'a dot as \\00002e in a style',
      text: 'url(//old\\00002eexample)',
      want: ['escaped old.example'],
    },
    { name: 'a dot as \\056', text: '"old\\056example"', want: ['escaped old.example'] },
    {
      name: 'full-width letters',
      text: 'サイトはｏｌｄ．ｅｘａｍｐｌｅです',
      want: ['full-width old.example'],
    },
    {
      name: 'full-width letters with an ideographic dot',
      text: 'ＯＬＤ。ｅｘａｍｐｌｅ',
      want: ['full-width old.example'],
    },
    { name: 'one full-width dot', text: 'old．example', want: ['raw old.example'] },
    {
      name: 'full-width letters after www',
      text: 'ｗｗｗ．ｏｌｄ．ｅｘａｍｐｌｅ',
      want: ['full-width www.old.example'],
    },
    { name: 'leaves longer full-width letters', text: 'ｎｏｔｏｌｄ．ｅｘａｍｐｌｅ', want: [] },
    {
      name: 'letters in percent escapes',
      text: '//%6F%6c%64.example/',
      want: ['percent-encoded old.example'],
    },
    {
      name: 'all of it in percent escapes',
      text: '%6f%6c%64%2e%65%78%61%6d%70%6c%65',
      want: ['percent-encoded old.example'],
    },
    { name: 'one letter escaped twice', text: 'u=o%256cd.example', want: ['percent-encoded old.example'] },
    { name: 'leaves other names in percent escapes', text: 'not%6fld.example %6fld.example.com', want: [] },
    {
      name: 'letters in escapes of a script',
      text: '"\\u006fld\\x2eexample"',
      want: ['escaped old.example'],
    },
    {
      name: 'each form once',
      text: 'old.example ｏｌｄ．ｅｘａｍｐｌｅ %6fld.example',
      want: ['raw old.example', 'full-width old.example', 'percent-encoded old.example'],
    },
    { name: 'a dot as &#46;', text: 'old&#46;example', want: ['escaped old.example'] },
    { name: 'a dot as &#x2E;', text: 'old&#x2E;example', want: ['escaped old.example'] },
    { name: 'a dot as &period;', text: 'old&period;example', want: ['escaped old.example'] },
    { name: 'leaves a longer first label before \\x2e', text: 'notold\\x2eexample', want: [] },
    { name: 'leaves a domain that continues after \\x2e', text: 'old\\x2eexample\\x2ecom', want: [] },
    { name: 'slashes as \\u002f', text: '"https:\\u002f\\u002fold.example"', want: ['escaped old.example'] },
    { name: 'a dot escaped for an expression', text: '/old\\.example/', want: ['escaped old.example'] },
    { name: 'a line break of JSON before it', text: '"a\\nold.example"', want: ['raw old.example'] },
    {
      name: 'percent-encoded',
      text: 'u=https%3A%2F%2Fold.example%2Fa',
      want: ['percent-encoded old.example'],
    },
    {
      name: 'percent-encoded twice',
      text: 'https%253A%252F%252Fold.example',
      want: ['percent-encoded old.example'],
    },
    {
      name: 'percent-encoded before www',
      text: '%2F%2Fwww.old.example',
      want: ['percent-encoded www.old.example'],
    },
    { name: 'a percent-encoded dot', text: 'old%2Eexample', want: ['percent-encoded old.example'] },
    { name: 'percent-encoded, another domain', text: '%2F%2Fnotold.example%2F', want: [] },
    { name: 'percent-encoded, a domain that continues', text: 'old.example%2Ecom', want: [] },
    { name: 'percent-encoded, a longer label by an encoded letter', text: '%74old.example', want: [] },
  ]
  test.each(rows)('$name', ({ text, want }) => {
    expect(shown(find(text))).toEqual(want)
  })

  const japanese: { name: string; text: string; want: string[] }[] = [
    { name: 'Unicode', text: 'https://日本.example/', want: ['raw'] },
    { name: 'punycode', text: 'https://xn--wgv71a.example/', want: ['punycode'] },
    { name: 'percent-encoded', text: 'https://%E6%97%A5%e6%9c%ac.example/', want: ['percent-encoded'] },
    {
      name: 'percent-encoded twice',
      text: '%25E6%2597%25A5%25E6%259C%25AC.example',
      want: ['percent-encoded'],
    },
    { name: 'escaped by JSON', text: '"\\u65e5\\u672c.example"', want: ['escaped'] },
    { name: 'with the ideographic full stop', text: '日本。example', want: ['raw'] },
    {
      name: 'punycode inside an encoded address',
      text: 'https%3A%2F%2Fxn--wgv71a.example',
      want: ['percent-encoded'],
    },
    { name: 'another domain with the same end', text: '新日本.example', want: [] },
    {
      name: 'another domain with the same end, encoded',
      text: '%E6%96%B0%E6%97%A5%E6%9C%AC.example',
      want: [],
    },
    { name: 'another punycode name', text: 'xn--wgv71ab.example', want: [] },
  ]
  test.each(japanese)('a Japanese domain: $name', ({ text, want }) => {
    expect(findJapanese(text).map(({ form }) => form)).toEqual(want)
  })

  test('an accent is found in both normal forms', () => {
    const accented = createDomainFinder({ domain: 'xn--caf-dma.example', except: '' })
    expect(accented('caf\u00e9.example cafe\u0301.example')).toHaveLength(2)
  })

  test('distinguishes names below the domain from itself and www', () => {
    const found = find('old.example www.old.example shop.old.example')
    expect(found.map(({ subdomain }) => subdomain)).toEqual([false, false, true])
  })

  test('does not count a new name below the old domain', () => {
    const below = createDomainFinder({ domain: 'old.example', except: 'shop.old.example' })
    expect(shown(below('shop.old.example www.shop.old.example old.example'))).toEqual(['raw old.example'])
  })

  test('counts an old name below the new domain', () => {
    const above = createDomainFinder({ domain: 'blog.new.example', except: 'new.example' })
    expect(shown(above('blog.new.example new.example'))).toEqual(['raw blog.new.example'])
  })

  test('gives the place of each', () => {
    expect(find('a old.example').map(({ index }) => index)).toEqual([2])
  })

  test('stops at ten thousand of a text', () => {
    expect(find('old.example '.repeat(10_050))).toHaveLength(10_000)
  })

  test('counts as many as were put between other words', () => {
    const forms = fc.constantFrom(
      'old.example',
      'https://old.example/a',
      'https:\\/\\/old.example',
      '%2F%2Fold.example',
    )
    const others = fc.constantFrom('notold.example', 'old.example.com', 'new.example', 'word', 'xold.example')
    fc.assert(
      fc.property(fc.array(fc.oneof(forms, others)), words => {
        const expected = words.filter(word => /(?:^|[/F])old\.example(?:\/|$)/.test(word)).length
        expect(find(words.join(' '))).toHaveLength(expected)
      }),
    )
  })
})

describe('a finder of a name in Unicode', () => {
  const kana = createDomainFinder({ domain: new URL('https://くら.example').hostname, except: '' })
  const rows = [
    { name: 'after hiragana', find: findJapanese, text: 'サイトは日本.exampleです', want: 1 },
    { name: 'after katakana', find: findJapanese, text: 'サイト日本.example', want: 1 },
    { name: 'after kanji it is another name', find: findJapanese, text: '新日本.example', want: 0 },
    { name: 'in percent escapes', find: findJapanese, text: 'https://%E6%97%A5%E6%9C%AC.example', want: 1 },
    { name: 'in kana, after a particle', find: kana, text: 'サイトはくら.example', want: 1 },
    { name: 'in kana, after other kana it is another name', find: kana, text: 'さくら.example', want: 0 },
  ]
  test.each(rows)('$name', ({ find, text, want }) => expect(find(text)).toHaveLength(want))
})

describe('mayHold()', () => {
  const rows = [
    { text: '<p>new.example</p>', want: false },
    { text: '<p>tom &amp; jerry &copy;</p>', want: false },
    { text: '<p>OLD.example</p>', want: true },
    { text: '<p>&#111;ld.example</p>', want: true },
    { text: '{"@id":"https://\\u006fld.example"}', want: true },
    { text: '<p>ｏｌｄ．ｅｘａｍｐｌｅ</p>', want: true },
    { text: '<a href="//%6f%6c%64.example">', want: true },
    { text: '<a href="/%E6%97%A5%E6%9C%AC">日本、ニュース</a>', want: false },
  ]
  test.each(rows)('$text: $want', ({ text, want }) => expect(find.mayHold(text)).toBe(want))

  test('a name in Unicode may hide behind any reference of HTML', () => {
    const french = createDomainFinder({ domain: 'xn--caf-dma.example', except: 'new.example' })
    expect(french.mayHold('caf&eacute;.example')).toBe(true)
  })
})
