// libcurl, opened when it is needed first.
//
// FoundationNetworking is linked statically into a release of Linux, but for libcurl, which it calls. Linked in the
// common way, libcurl and the thirty libraries behind it are loaded by every command at its start, which takes
// 7 ms (measured), and a machine without libcurl runs no command at all. So these are the functions that
// FoundationNetworking calls, by their names, and each hands on to that of libcurl.
//
// Those with a variable argument take one, a pointer or an integer no wider: on the 64-bit systems that Swift
// runs on, both come in the same register.

#include "CurlOnDemand.h"

#ifdef SLUICE_CURL_ON_DEMAND

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stddef.h>

_Static_assert(sizeof(void *) == 8, "arguments of 64 bits are handed on as pointers");

// Each function: result, name, parameters, arguments, and what it returns where there is no libcurl.
#define CURL_FUNCTIONS(F)                                                                                    \
  F(int, curl_global_init, (long flags), (flags), 2)                                                         \
  F(char *, curl_version, (void), (), NULL)                                                                  \
  F(void *, curl_version_info, (int age), (age), NULL)                                                       \
  F(void *, curl_easy_init, (void), (), NULL)                                                                \
  F(int, curl_easy_pause, (void *easy, int actions), (easy, actions), 2)                                     \
  F(const char *, curl_easy_strerror, (int code), (code), "libcurl is missing")                              \
  F(void *, curl_multi_init, (void), (), NULL)                                                               \
  F(int, curl_multi_add_handle, (void *multi, void *easy), (multi, easy), 1)                                 \
  F(int, curl_multi_remove_handle, (void *multi, void *easy), (multi, easy), 1)                              \
  F(int, curl_multi_assign, (void *multi, int descriptor, void *value), (multi, descriptor, value), 1)       \
  F(int, curl_multi_cleanup, (void *multi), (multi), 1)                                                      \
  F(void *, curl_multi_info_read, (void *multi, int *waiting), (multi, waiting), NULL)                       \
  F(int, curl_multi_socket_action, (void *multi, int descriptor, int events, int *running),                  \
    (multi, descriptor, events, running), 1)                                                                 \
  F(void *, curl_slist_append, (void *list, const char *text), (list, text), NULL)                           \
  F(void *, curl_url, (void), (), NULL)                                                                      \
  F(int, curl_url_get, (const void *url, int part, char **text, unsigned flags),                             \
    (url, part, text, flags), 1)                                                                             \
  F(int, curl_url_set, (void *url, int part, const char *text, unsigned flags), (url, part, text, flags), 1)

// Those that return nothing.
#define CURL_PROCEDURES(F)                                                                                   \
  F(curl_easy_cleanup, (void *easy), (easy))                                                                 \
  F(curl_free, (void *memory), (memory))                                                                     \
  F(curl_slist_free_all, (void *list), (list))

// Those with a variable argument.
#define CURL_VARIADICS(F)                                                                                    \
  F(curl_easy_setopt)                                                                                        \
  F(curl_easy_getinfo)                                                                                       \
  F(curl_multi_setopt)

static struct {
#define POINTER(result, name, parameters, arguments, missing) result(*name) parameters;
  CURL_FUNCTIONS(POINTER)
#undef POINTER
#define POINTER(name, parameters, arguments) void(*name) parameters;
  CURL_PROCEDURES(POINTER)
#undef POINTER
#define POINTER(name) int (*name)(void *handle, int option, ...);
  CURL_VARIADICS(POINTER)
#undef POINTER
} curl;

static char problem[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int find(void *library, const char *name, void *place) {
  void *function = dlsym(library, name);
  if (function == NULL) {
    snprintf(problem, sizeof problem, "libcurl has no %s", name);
    return 0;
  }
  *(void **)place = function;
  return 1;
}

static void open_curl(void) {
  // The second is Debian's other build of the same library.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(problem, sizeof problem, "%s", dlerror());
    library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    problem[0] = 0;
  }
#define FIND(result, name, parameters, arguments, missing) \
  if (!find(library, #name, &curl.name)) return;
  CURL_FUNCTIONS(FIND)
#undef FIND
#define FIND(name, ...) \
  if (!find(library, #name, &curl.name)) return;
  CURL_PROCEDURES(FIND)
  CURL_VARIADICS(FIND)
#undef FIND
}

const char *sluice_open_curl(void) {
  pthread_once(&once, open_curl);
  return problem[0] == 0 ? NULL : problem;
}

#define DEFINE(result, name, parameters, arguments, missing) \
  result name parameters { return sluice_open_curl() == NULL ? curl.name arguments : missing; }
CURL_FUNCTIONS(DEFINE)
#undef DEFINE

#define DEFINE(name, parameters, arguments) \
  void name parameters { \
    if (sluice_open_curl() == NULL) curl.name arguments; \
  }
CURL_PROCEDURES(DEFINE)
#undef DEFINE

#define DEFINE(name)                                   \
  int name(void *handle, int option, ...) {            \
    if (sluice_open_curl() != NULL) return 1;          \
    va_list arguments;                                 \
    va_start(arguments, option);                       \
    void *argument = va_arg(arguments, void *);        \
    va_end(arguments);                                 \
    return curl.name(handle, option, argument);        \
  }
CURL_VARIADICS(DEFINE)
#undef DEFINE

#else

// FoundationNetworking brings libcurl along.
const char *sluice_open_curl(void) { return 0; }

#endif
