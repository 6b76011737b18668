import type { Command } from './command.ts'
import { completion } from './completion.ts'
import { exportList } from './export.ts'
import { follow } from './feed/follow.ts'
import { listen } from './feed/listen.ts'
import { requests } from './request/request.ts'
import { login, logout } from './session/login.ts'
import { trigger } from './trigger/trigger.ts'

const doing: readonly Command[] = [login, logout, ...requests, exportList, follow, listen, trigger]

/** Every command, in the sequence of the help. */
export const commands: readonly Command[] = [...doing, completion(doing)]
