// GLib: command-line options.
#pragma once
#include <glib.h>
