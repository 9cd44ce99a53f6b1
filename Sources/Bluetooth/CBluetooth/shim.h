// libbluetooth as a module: what the kernel knows about its Bluetooth controllers. The library is GPL-2.0-or-later, so only
// the executable may link it.
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
