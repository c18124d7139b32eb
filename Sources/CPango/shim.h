// Pango and cairo: letters of any script, and pictures of them.
#pragma once
#include <pango/pangocairo.h>
