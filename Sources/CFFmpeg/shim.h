// FFmpeg's headers, and what Swift cannot call: macros and variadic functions.
#pragma once
#include <dlfcn.h>
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/tx.h>
#include <libswresample/swresample.h>
#include <stdbool.h>

static const int ffmpeg_error_end_of_file = AVERROR_EOF;
static const int ffmpeg_error_again = AVERROR(EAGAIN);
static const int ffmpeg_error_input_output = AVERROR(EIO);
static const int ffmpeg_error_permission = AVERROR(EPERM);
static const int ffmpeg_error_no_memory = AVERROR(ENOMEM);
static const int ffmpeg_error_invalid_seek = AVERROR(ESPIPE);
static const int ffmpeg_error_no_device = AVERROR(ENODEV);
static const int ffmpeg_error_invalid_argument = AVERROR(EINVAL);
static const int ffmpeg_error_invalid_data = AVERROR_INVALIDDATA;
static const int ffmpeg_error_interrupted = AVERROR_EXIT;
static const int ffmpeg_error_no_protocol = AVERROR_PROTOCOL_NOT_FOUND;
static const int ffmpeg_error_http_bad_request = AVERROR_HTTP_BAD_REQUEST;
static const int ffmpeg_error_http_unauthorized = AVERROR_HTTP_UNAUTHORIZED;
static const int ffmpeg_error_http_forbidden = AVERROR_HTTP_FORBIDDEN;
static const int ffmpeg_error_http_not_found = AVERROR_HTTP_NOT_FOUND;
static const int ffmpeg_error_http_other_client = AVERROR_HTTP_OTHER_4XX;
static const int ffmpeg_error_http_server = AVERROR_HTTP_SERVER_ERROR;
static const int64_t ffmpeg_no_timestamp = AV_NOPTS_VALUE;

static inline int ffmpeg_refuse_to_open(
    AVFormatContext *context, AVIOContext **opened, const char *url, int flags,
    AVDictionary **options) {
  (void)context, (void)opened, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

/// Keeps a demuxer from opening the files and addresses that a hostile file names.
static inline void ffmpeg_refuse_other_files(AVFormatContext *context) {
  context->io_open = ffmpeg_refuse_to_open;
}

static inline void ffmpeg_ignore_alsa_error(
    const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// Keeps ALSA, where libavdevice brings it, from writing its errors to standard error.
static inline void ffmpeg_silence_alsa(void) {
  typedef void (*handler)(const char *, int, const char *, int, const char *, ...);
  int (*set_handler)(handler) =
      (int (*)(handler))dlsym(RTLD_DEFAULT, "snd_lib_error_set_handler");
  if (set_handler) set_handler(ffmpeg_ignore_alsa_error);
}

// Filters and devices are needed rarely, and their libraries bring two hundred others along, so that
// linking to them would double the time in which a program starts. They are loaded when first used.

#define FFMPEG_FILTER_LIBRARY "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)
#define FFMPEG_DEVICE_LIBRARY "libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR)

static const char *const ffmpeg_filter_library = FFMPEG_FILTER_LIBRARY;
static const char *const ffmpeg_device_library = FFMPEG_DEVICE_LIBRARY;

#define FFMPEG_MEMBER(name) __typeof__(name) *name;
#define FFMPEG_LOAD(name) \
  functions->name = (__typeof__(name) *)dlsym(library, #name); \
  if (!functions->name) return false;

#define FFMPEG_FILTER_FUNCTIONS(ACTION) \
  ACTION(avfilter_get_by_name) \
  ACTION(avfilter_graph_alloc) \
  ACTION(avfilter_graph_config) \
  ACTION(avfilter_graph_create_filter) \
  ACTION(avfilter_graph_free) \
  ACTION(avfilter_graph_parse_ptr) \
  ACTION(avfilter_inout_alloc) \
  ACTION(avfilter_inout_free) \
  ACTION(avfilter_link) \
  ACTION(av_buffersink_get_frame) \
  ACTION(av_buffersink_get_time_base) \
  ACTION(av_buffersrc_add_frame)

#define FFMPEG_DEVICE_FUNCTIONS(ACTION) \
  ACTION(avdevice_free_list_devices) \
  ACTION(avdevice_list_input_sources) \
  ACTION(avdevice_register_all)

/// What is used of libavfilter.
typedef struct {
  FFMPEG_FILTER_FUNCTIONS(FFMPEG_MEMBER)
} ffmpeg_filter_functions;

/// What is used of libavdevice.
typedef struct {
  FFMPEG_DEVICE_FUNCTIONS(FFMPEG_MEMBER)
} ffmpeg_device_functions;

/// Loads libavfilter, of the version that the headers describe; false where it is not installed.
static inline bool ffmpeg_load_filters(ffmpeg_filter_functions *functions) {
  void *library = dlopen(FFMPEG_FILTER_LIBRARY, RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return false;
  FFMPEG_FILTER_FUNCTIONS(FFMPEG_LOAD)
  return true;
}

/// Loads libavdevice, of the version that the headers describe; false where it is not installed.
static inline bool ffmpeg_load_devices(ffmpeg_device_functions *functions) {
  void *library = dlopen(FFMPEG_DEVICE_LIBRARY, RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return false;
  FFMPEG_DEVICE_FUNCTIONS(FFMPEG_LOAD)
  return true;
}
