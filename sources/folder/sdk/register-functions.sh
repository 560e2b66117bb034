# Runs the registration script given as $1 with the functions it may call. What they are given goes to the standard
# output between the control characters RS and US, which no JSON has in it as they are, so that it can be told from
# whatever else the script prints.

exec 9>&1

__concord_record() {
	printf '\036%s\037%s\036' "$1" "$2" >&9
}

__concord_item() {
	if [ -n "$2" ]; then
		__concord_record "$1" "$2"
	fi
}

mcp_tools_manual_begin() { __concord_record 'begin tools' ''; }
mcp_tools_register_manual() { __concord_item tools "${1-}"; }
mcp_tools_manual_finalize() { __concord_record 'finalize tools' ''; }
mcp_register_tool() { mcp_tools_register_manual "${1-}"; }

mcp_resources_manual_begin() { __concord_record 'begin resources' ''; }
mcp_resources_register_manual() { __concord_item resources "${1-}"; }
mcp_resources_manual_finalize() { __concord_record 'finalize resources' ''; }
mcp_register_resource() { mcp_resources_register_manual "${1-}"; }

mcp_resources_templates_manual_begin() { __concord_record 'begin resourceTemplates' ''; }
mcp_resources_templates_register_manual() { __concord_item resourceTemplates "${1-}"; }
mcp_resources_templates_manual_finalize() { __concord_record 'finalize resourceTemplates' ''; }

mcp_prompts_manual_begin() { __concord_record 'begin prompts' ''; }
mcp_prompts_register_manual() { __concord_item prompts "${1-}"; }
mcp_prompts_manual_finalize() { __concord_record 'finalize prompts' ''; }
mcp_register_prompt() { mcp_prompts_register_manual "${1-}"; }

mcp_completion_manual_begin() { __concord_record 'begin completions' ''; }
mcp_completion_register_manual() { __concord_item completions "${1-}"; }
mcp_completion_manual_finalize() { __concord_record 'finalize completions' ''; }

# shellcheck disable=SC1090
. "$1"
