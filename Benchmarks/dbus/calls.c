/* The calls of Sources/calls/main.swift, by libdbus alone. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int ask(DBusConnection *connection) {
  const char *name = "org.freedesktop.DBus", *owner = NULL;
  DBusMessage *call =
      dbus_message_new_method_call(name, "/org/freedesktop/DBus", name, "GetNameOwner");
  if (!call || !dbus_message_append_args(call, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID)) return 0;
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(connection, call, 25000, NULL);
  dbus_message_unref(call);
  if (!answer) return 0;
  int is_right =
      dbus_message_get_args(answer, NULL, DBUS_TYPE_STRING, &owner, DBUS_TYPE_INVALID) &&
      strcmp(owner, name) == 0;
  dbus_message_unref(answer);
  return is_right;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1000;
  DBusConnection *connection = dbus_bus_get(DBUS_BUS_SESSION, NULL);
  if (!connection) return 1;
  double start = now();
  for (int i = 0; i < count; i++)
    if (!ask(connection)) return 1;
  printf("%d\n", (int)(count / (now() - start)));
  return 0;
}
