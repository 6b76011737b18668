#!/bin/sh
# As in the image of MongoDB: root hands mongo* programs to the user mongodb.
set -eu
case "$1" in
  mongo*) [ "$(id -u)" != 0 ] || exec setpriv --reuid=mongodb --regid=mongodb --clear-groups "$0" "$@" ;;
esac
exec "$@"
