// The process's engine, the streams of its threads, and memory.
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "internal.h"

static dnnl_engine_t engine = NULL;
static int (*omp_thread_limit)(void) = NULL;
static void (*set_omp_thread_limit)(int) = NULL;

static void start(void) {
  // Found at run time, because oneDNN may have been built without OpenMP.
  *(void **)&omp_thread_limit = dlsym(RTLD_DEFAULT, "omp_get_max_threads");
  *(void **)&set_omp_thread_limit = dlsym(RTLD_DEFAULT, "omp_set_num_threads");
  if (dnnl_engine_create(&engine, dnnl_cpu, 0) != dnnl_success) engine = NULL;
}

dnnl_engine_t osa_engine(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
  return engine;
}

int osa_begin_single_thread(void) {
  osa_engine();
  if (!omp_thread_limit || !set_omp_thread_limit) return 0;
  int previous = omp_thread_limit();
  if (previous == 1) return 0;
  set_omp_thread_limit(1);
  return previous;
}

void osa_end_single_thread(int previous) {
  if (previous) set_omp_thread_limit(previous);
}

osa_stream *osa_stream_create(void) {
  if (!osa_engine()) return NULL;
  osa_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  if (dnnl_stream_create(&stream->stream, engine, dnnl_stream_default_flags) == dnnl_success)
    return stream;
  free(stream);
  return NULL;
}

void osa_stream_destroy(osa_stream *stream) {
  if (!stream) return;
  dnnl_stream_destroy(stream->stream);
  free(stream);
}

bool osa_stream_run(osa_stream *stream, osa_primitive *const *primitives, size_t count) {
  int previous = osa_begin_single_thread();
  dnnl_status_t status = dnnl_success;
  for (size_t i = 0; i < count && status == dnnl_success; i++)
    status = dnnl_primitive_execute(
        primitives[i]->primitive, stream->stream, primitives[i]->argument_count,
        primitives[i]->arguments);
  if (status == dnnl_success) status = dnnl_stream_wait(stream->stream);
  osa_end_single_thread(previous);
  return status == dnnl_success;
}

void *osa_memory_create(size_t byte_count) {
  // calloc takes large blocks zeroed from the system, page by page as they are used; the block's
  // own address is kept just before the aligned one.
  if (byte_count > SIZE_MAX - 128) return NULL;
  char *block = calloc(1, byte_count + 128);
  if (!block) return NULL;
  void **memory = (void **)(((uintptr_t)block + 128) & ~(uintptr_t)63);
  memory[-1] = block;
  return memory;
}

void osa_memory_destroy(void *memory) {
  if (memory) free(((void **)memory)[-1]);
}
