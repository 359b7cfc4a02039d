import { type RunProgram, runHere } from '../system-program.ts'

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'

/** The output of `reg.exe` about the user's proxy; empty on other systems, or if the program fails. */
export async function readWindowsSettings(
  platform: NodeJS.Platform,
  run: RunProgram = runHere,
): Promise<string> {
  if (platform !== 'win32') return ''
  const { status, stdout } = await run('reg', ['query', KEY])
  return status === 0 ? stdout : ''
}
