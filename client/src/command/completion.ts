import { type Command, defineCommand, UsageError } from './command.ts'
import { bashScript, zshScript } from './shell/completion-script.ts'
import { print } from './shell/output.ts'

const scripts = { bash: bashScript, zsh: zshScript }

/** Completes these commands, and itself. */
export function completion(commands: readonly Command[]): Command {
  const own: Command = defineCommand(
    {
      name: 'completion',
      summary: 'Print a completion script: commands, options and the paths of the interface',
      positionals: ['bash|zsh'],
      options: {},
      offered: Object.keys(scripts),
      details: [
        'bash: source <(inventory completion bash)',
        'zsh:  source <(inventory completion zsh), after compinit',
      ],
    },
    async ({ positionals: [shell = ''] }) => {
      if (shell !== 'bash' && shell !== 'zsh')
        throw new UsageError(`There are scripts for bash and zsh, not for ${shell}.`)
      await print(scripts[shell]([...commands, own]))
    },
  )
  return own
}
