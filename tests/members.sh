#!/bin/sh
# members.sh: a function for the commands of golden cases.

# members NAME...: of each line of JSON, print the members with these names, in the order of
# the line and with a blank between them. The lines must have all of them.
members()
{
    members_pattern=
    members_columns=
    for member; do
        members_pattern="$members_pattern|\"$member\":(\"([^\"\\\\]|\\\\.)*\"|\\[[^]]*\\]|[^,}]*)"
        members_columns="$members_columns -"
    done
    # shellcheck disable=SC2086
    grep -Eo "${members_pattern#|}" | paste -d ' ' $members_columns
}
