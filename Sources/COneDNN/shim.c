#include "COneDNN.h"
