# Loads files into one shell and prints the environment they leave as JSON: NODE FILE...
# What they print themselves is for people.
node=$1
shift
exec 3>&1 1>&2
set -a
for file in "$@"; do
	. "$file" || exit
done
set +a
exec "$node" -p 'JSON.stringify(process.env)' >&3
