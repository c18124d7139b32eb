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

static const int ffmpeg_error_end_of_file = AVERROR_EOF;
static const int ffmpeg_error_again = AVERROR(EAGAIN);
static const int ffmpeg_error_input_output = AVERROR(EIO);
static const int ffmpeg_error_permission = AVERROR(EPERM);
static const int ffmpeg_error_no_memory = AVERROR(ENOMEM);
static const int ffmpeg_error_invalid_seek = AVERROR(ESPIPE);
static const int ffmpeg_error_no_device = AVERROR(ENODEV);
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
