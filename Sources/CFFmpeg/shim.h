// FFmpeg's headers, and what Swift cannot call: macros and variadic functions.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/tx.h>
#include <libswresample/swresample.h>
