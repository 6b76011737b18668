import { type Command, defineCommand, UsageError } from './command.ts'
import { print } from './terminal.ts'

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

/**
 * A path is offered up to its first parameter; when a value has been typed there, what follows it: /Webhook/ first,
 * /Webhook/5/Log after /Webhook/5/. Both shells run this function.
 */
const CANDIDATE = `# Sets candidate to the path $2, with the values that were typed in $1 in place of its parameters.
_inventory_candidate() {
  local typed=$1 rest=$2 value
  candidate=''
  while [[ $rest == *'{'* ]]; do
    candidate+=\${rest%%'{'*}
    rest=\${rest#*'}'}
    if [[ $typed != "$candidate"?*/* ]]; then return; fi
    value=\${typed#"$candidate"}
    candidate+=\${value%%/*}
  done
  candidate+=$rest
}`

/** Sets `offered` and `values` by the command, and by the option before the word. */
function cases(commands: readonly Command[]): string {
  const branches = commands.map(({ name, options, offered = [] }) => {
    const names = [...Object.keys(options), 'help'].map((option) => `--${option}`)
    const values = Object.entries(options).flatMap(([option, { placeholder, values: known = [] }]) =>
      placeholder === undefined ? [] : [`      --${option}) isValue=1; offered=(${known.map(quoted).join(' ')});;`],
    )
    const ofOptions = values.length > 0 ? ['    case $previous in', ...values, '    esac'] : []
    return [`  ${name})`, `    offered=(${[...offered, ...names].map(quoted).join(' ')})`, ...ofOptions, '    ;;'].join(
      '\n',
    )
  })
  return ['case $command in', ...branches, 'esac'].join('\n')
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
const names = (commands: readonly Command[]) => commands.map(({ name }) => quoted(name)).join(' ')

export function bashScript(commands: readonly Command[]): string {
  return `# Completion of inventory for bash: source <(inventory completion bash)
${CANDIDATE}
_inventory() {
  local word=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local offered=() isValue='' one candidate before=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then offered=(${names(commands)} --help --version); command=''; fi
${indented(cases(commands))}
  if [[ -n $isValue && \${#offered[@]} == 0 ]]; then compopt -o default; return; fi
  if [[ -n $isValue && $word == *,* ]]; then before=\${word%,*},; fi
  for one in "\${offered[@]}"; do
    if [[ $one == /* ]]; then _inventory_candidate "$word" "$one"; else candidate=$before$one; fi
    if [[ $candidate == "$word"* ]]; then COMPREPLY+=("$candidate"); fi
  done
  if [[ \${COMPREPLY[0]} == */ ]]; then compopt -o nospace; fi
}
complete -F _inventory inventory
`
}

export function zshScript(commands: readonly Command[]): string {
  return `#compdef inventory
# Completion of inventory for zsh: source <(inventory completion zsh), after compinit
${CANDIDATE}
_inventory() {
  local word=\${words[CURRENT]} command=\${words[2]} previous=\${words[CURRENT-1]}
  local -a offered found open
  local isValue='' one candidate before=''
  if ((CURRENT == 2)); then offered=(${names(commands)} --help --version); command=''; fi
${indented(cases(commands))}
  if [[ -n $isValue && \${#offered} == 0 ]]; then _files; return; fi
  if [[ -n $isValue && $word == *,* ]]; then before=\${word%,*},; fi
  for one in "\${offered[@]}"; do
    if [[ $one == /* ]]; then _inventory_candidate "$word" "$one"; else candidate=$before$one; fi
    if [[ $candidate == */ ]]; then open+=("$candidate"); else found+=("$candidate"); fi
  done
  compadd -S '' -a open
  compadd -a found
}
compdef _inventory inventory
`
}

const indented = (text: string) => text.replace(/^/gm, '  ')
