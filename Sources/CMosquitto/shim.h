// libmosquitto as a module: MQTT 5 and 3.1.1. The library is under the EPL 2.0 or the EDL 1.0 (BSD).
#include <mosquitto.h>
#include <mqtt_protocol.h>
