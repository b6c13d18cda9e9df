#!/bin/sh
# Prints env.example with the name of the site and a random value (64 hexadecimal digits) for each secret.
# Usage: sh create-env.sh your.name > .env
set -eu
domain=${1:?"Usage: sh create-env.sh your.name > .env"}
sed "s/your\.name/$domain/g" "$(dirname "$0")/env.example" | while IFS= read -r line; do
	case $line in
	*=RANDOM) printf '%s%s\n' "${line%RANDOM}" "$(openssl rand -hex 32)" ;;
	*) printf '%s\n' "$line" ;;
	esac
done
