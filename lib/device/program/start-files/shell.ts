import { readFileSync } from 'node:fs'
import type { Message } from '../../../core/language/catalogue.ts'
import type { Language } from '../../../core/language/language.ts'
import { NODE_DIST, type NodeBuild } from '../node-build.ts'
import { DEVICE_PROGRAM_NAME, PREVIOUS_PROGRAM_NAME, type StartFacts, shellWord } from '../start-file.ts'
import { START } from './words.ts'

type Texts = Pick<Message, Language>

const SAY = `say() { printf '%s\\n' "$1"; }`

/** Shows Japanese only on a terminal that shows UTF-8. */
const SAY_JAPANESE = `japanese=
case \${LC_ALL:-\${LC_CTYPE:-\${LANG-}}} in
*[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) japanese=yes ;;
esac
say() { if [ -n "$japanese" ]; then printf '%s\\n' "$2"; else printf '%s\\n' "$1"; fi; }`

/** Returns `start.sh` with the pinned builds, the proxy and the texts in the company's languages. */
export function shellStartFile({ language, proxy = '', node: { version, builds } }: StartFacts): string {
  const { windows: _, ...others } = builds
  const parts: Readonly<Record<string, string>> = {
    proxy: shellWord(proxy),
    version,
    dist: NODE_DIST,
    builds: Object.values(others)
      .map(build => caseOf(build, version))
      .join('\n'),
    say: language === 'ja' ? SAY_JAPANESE : SAY,
    program: DEVICE_PROGRAM_NAME,
    previous: PREVIOUS_PROGRAM_NAME,
  }
  const messages: Readonly<Record<string, Texts>> = START
  return template().replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const message = messages[name]
    return message ? wordsOf(message, language) : (parts[name] ?? '')
  })
}

function template(): string {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  return read('start.sh').replace('{{bringNode}}', () => read('bring-node.sh').trimEnd())
}

/** The branch of a shell's `case`: `linux-x64) sha256=… bytes=… ;;` */
function caseOf({ name, sha256, bytes }: NodeBuild, version: string): string {
  const platform = name.slice(`node-v${version}-`.length, -'.tar.gz'.length)
  return `  ${platform}) sha256=${sha256} bytes=${bytes} ;;`
}

/** The arguments of `say`: the English text, and the Japanese one for a company of that language. */
function wordsOf({ en, ja }: Texts, language: Language): string {
  return (language === 'ja' ? [en, ja] : [en]).map(withVariables).join(' ')
}

/** The text as one word of the shell, in which each placeholder `{name}` is the variable `$name`. */
function withVariables(text: string): string {
  return shellWord(text).replace(/\{(\w+)\}/g, `'"$$$1"'`)
}
