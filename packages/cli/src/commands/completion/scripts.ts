/** The completion script of each shell. All of them ask `mcp __complete`, which prints one candidate a line. */
export const scripts: Readonly<Record<string, string>> = {
  bash: `# bash completion of mcp: eval "$(mcp completion bash)"
_mcp() {
  local line=\${COMP_LINE:0:COMP_POINT} words=() prefix candidate
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  # What bash took for a word ends at the last = or :, and only that is replaced.
  prefix=\${words[\${#words[@]}-1]}
  [[ $prefix == *[=:]* ]] && prefix=\${prefix%"\${prefix##*[=:]}"} || prefix=
  COMPREPLY=()
  while IFS= read -r candidate; do
    [[ -n $candidate ]] || continue
    printf -v candidate %q "\${candidate#"$prefix"}"
    COMPREPLY+=("$candidate")
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[/=] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _mcp mcp
`,
  zsh: `#compdef mcp
# zsh completion of mcp: eval "$(mcp completion zsh)"
_mcp() {
  local -a candidates open done
  candidates=("\${(@f)$("\${words[1]}" __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  open=(\${(M)candidates:#*[/=]})
  done=(\${candidates:#*[/=]})
  (( \${#open} )) && compadd -Q -S '' -- "\${(@q)open}"
  (( \${#done} )) && compadd -Q -- "\${(@q)done}"
  (( \${#open} + \${#done} )) || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
if [[ \${funcstack[1]} == _mcp ]]; then _mcp "$@"; else compdef _mcp mcp; fi
`,
  fish: `# fish completion of mcp: mcp completion fish | source
function __mcp_complete
    set -l words (commandline -opc)
    $words[1] __complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c mcp -f -a '(__mcp_complete)'
`,
  powershell: `# PowerShell completion of mcp: mcp completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName mcp -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '' }
    & mcp __complete -- @words 2>$null | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`,
};
