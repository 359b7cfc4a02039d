/** An agent that can run commands can use every key that it can read, so a key that can approve should be locked. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { pathWord } from '../../../core/language/open-item.ts'
import { parseKeyid } from '../../../core/signatures/keys.ts'
import { findOperatorKey } from '../../operator/key-file.ts'
import { type Check, ok, wrong } from './row.ts'

/** The files in which the usual programs store their servers of the Model Context Protocol. */
const CONFIGURATIONS = ['.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json']
const OF_THE_USER = [
  '.claude.json',
  '.cursor/mcp.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.codeium/windsurf/mcp_config.json',
  'Library/Application Support/Claude/claude_desktop_config.json',
  'AppData/Roaming/Claude/claude_desktop_config.json',
  '.config/Claude/claude_desktop_config.json',
]

export const AGENT_CHECK: Check = {
  name: 'agents',
  async run({ context, key: named }) {
    const home = context.env['HOME'] ?? context.env['USERPROFILE'] ?? homedir()
    const files = [
      ...CONFIGURATIONS.map(file => join(context.cwd, file)),
      ...OF_THE_USER.map(file => join(home, file)),
    ]
    const configured = files.find(existsSync)
    const found = await findOperatorKey(context, named).catch(() => undefined)
    if (!configured || !found) return []
    const { key, file } = found
    const approves = parseKeyid(key.keyid)?.scopes.includes('approve') ?? false
    if (!approves || 'locked' in key)
      return [ok('agents', 'no key that an agent could approve with lies open')]
    return [
      wrong(
        'agents',
        `the key "${key.keyid}" can approve and lies open beside the configuration of agents ("${configured}")`,
        `kura key lock ${pathWord(file, sep)}`,
      ),
    ]
  },
}
