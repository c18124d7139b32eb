#include "CCoreMLSpec.h"
