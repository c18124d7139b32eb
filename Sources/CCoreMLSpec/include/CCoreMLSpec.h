// The format of Core ML model files, read and written by protobuf-c.
//
// Proto/ holds the format's text; Scripts/renew-coreml-spec.sh generates Generated/ and the headers
// included here from it.
#pragma once

#include "coreml_spec_check.h"
#include "coreml_spec_compile.h"
#include "coreml_spec_write.h"
#include "model.pb-c.h"
